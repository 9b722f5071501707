import { z } from 'zod'
import { time } from './schemas.ts'

const tags = ['public']
/** Counts below three are not given exactly, because they could identify someone. */
const count = z.union([z.int().min(0), z.literal('<3')])
const dollars = z.number()

export const numbersCall = {
  tags,
  summary: 'What became of the loans here, by the quarter in which they were paid out, and rulings',
  response: {
    200: z.object({
      as_of: time,
      cohorts: z.array(
        z.object({
          quarter: z.string().describe('As "2026-Q3"'),
          funded: count,
          repaid: count,
          running: count.describe('Not due yet, or disputed before they are'),
          late_1_to_7: count,
          late_8_to_30: count,
          late_31_to_90: count,
          late_over_90: count,
          seized: count,
          taken_by_order: count,
          disputed: count.describe('Ever, whatever became of them'),
        }),
      ),
      rulings: z.array(z.object({ quarter: z.string(), outcome: z.string(), count })),
      medians: z.object({
        hours_to_fund: z.number().nullable().describe('From the agreement to the money, admitted'),
        hours_to_confirm: z.number().nullable().describe('From "I sent it" to "it is here"'),
      }),
    }),
  },
}
export const publicReconciliationCall = {
  tags,
  summary: 'What we owe to users against the money that providers hold for us',
  response: {
    200: z.object({
      as_of: time,
      owed: z.object({
        balances: dollars,
        set_aside: dollars,
        withdrawals: dollars.describe('Asked for, not paid yet'),
        total: dollars,
      }),
      cash: z.object({ card: dollars, crypto: dollars, total: dollars }),
      owed_to_registries: dollars,
      rest: dollars.describe('Cash less what is owed: ours, or what we are short of'),
      compared: z
        .object({ at: time, difference: dollars })
        .nullable()
        .describe(
          'When both providers were last compared with the ledger, and by how much it is off',
        ),
    }),
  },
}
const state = z
  .enum(['well', 'late', 'away'])
  .describe('Late: it works, but what waits is older than it should be')

export const statusCall = {
  tags,
  summary: 'What works now, since when something does not, and which clocks of loans stand still',
  response: {
    200: z.object({
      as_of: time,
      parts: z.array(
        z.object({
          part: z.enum(['reading', 'saving', 'mails', 'registrar', 'payments']),
          state,
          since: time.nullable().describe('Since when it is not well, if that is known'),
          waiting: z.int().min(0).nullable().describe('Mails not sent, payments not booked'),
        }),
      ),
      stops: z.array(
        z.object({
          scope: z.enum(['all', 'transfers', 'tld']),
          tld: z.string().nullable(),
          reason: z.string().nullable().describe('Of an outage of ours'),
          since: time,
          is_over: z.boolean().describe('It works again, and operators have not looked at it yet'),
        }),
      ),
      sealed_at: time.nullable().describe('The last seal of the histories of loans'),
      compared: z
        .object({ at: time, agrees: z.boolean() })
        .nullable()
        .describe('When both payment providers were last compared with our books'),
    }),
  },
}
export const announcementCall = {
  tags,
  summary: 'What everybody is to know now, if anything',
  response: { 200: z.object({ text: z.string().nullable(), since: time.nullable() }) },
}
