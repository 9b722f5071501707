import { z } from 'zod'
import { companySchema } from '../company/company.ts'
import { fewText } from '../loans/small-counts.ts'
import { time } from './schemas.ts'

const tags = ['public']
/** Counts of one to four are not given exactly, because they could identify someone. */
const count = z.union([z.int().min(0), z.literal(fewText)])
const total = count.nullable().describe('Null where it would give away a count of "<5"')
const dollars = z.number()
const since = z.iso.date().nullable().describe('The first day of the month of the first loan')

const median = z.number().nullable().describe('Null where there are under five')

export const numbersCall = {
  tags,
  summary:
    'What became of the loans here, by the quarter in which they were paid out, and decisions',
  response: {
    200: z.object({
      as_of: time,
      since,
      totals: z.object({
        paid_out: total,
        ended: total,
        open: total,
        repaid: total,
        running: total,
        late: total,
        seized: total,
        amount: dollars.nullable().describe('Paid out, to two digits'),
        in_time: z.int().min(0).nullable().describe('Repaid before the end of their grace'),
      }),
      cohorts: z.array(
        z.object({
          quarter: z.string().describe('As "2026-Q3"'),
          funded: total,
          repaid: count,
          running: count.describe('Not due yet, or disputed before they are'),
          late: count,
          seized: count.describe('By the lender, or by order'),
          medians: z.object({
            apr: median.describe('Percent a year'),
            ltv: median.describe('Percent of the lowest value that counted at the time'),
            ltv_loans: z.int().min(0).nullable().describe('Of how many, where it may be told'),
            days_to_money: median.describe('From both signatures to the money'),
          }),
        }),
      ),
      late: z
        .array(z.object({ from: z.int(), to: z.int().nullable(), count }))
        .describe('Open loans by days after the due date; as fine as no hidden count is told'),
      decided: z.object({
        seizures_confirmed: total,
        seizures_declined: count,
        rulings: count,
        reversed: count.describe('Rulings that an appeal changed'),
        median_hours: median.describe('From the proposal to the answer of the second operator'),
      }),
      custody: z.object({
        held: total.describe('Names, ever'),
        lost: count.describe('Elsewhere, though nobody asked us to let them go'),
      }),
    }),
  },
}
export const numbersFileCall = {
  tags,
  summary: 'The same figures and those of the money as CSV',
  response: { 200: z.unknown().describe('The file') },
}

export const repaidCall = {
  tags,
  summary: 'How many loans ended and were repaid, and the last of them without their names',
  response: {
    200: z.object({
      ended: total,
      repaid: total,
      since,
      loans: z.array(
        z.object({
          ending: z.string().describe('As ".com"'),
          letters: z.int().describe('Characters before the TLD'),
          amountCents: z.int().describe('Rounded to two digits'),
          termDays: z.int(),
          repaidOn: z.iso.date(),
          daysAfterDue: z.int().describe('Negative where it was repaid early'),
        }),
      ),
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
  summary: 'Service status: what works, outages with their start, and stopped loan clocks',
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

export const companyCall = {
  tags,
  summary: 'Who runs this installation, where names in custody are held, and which law applies',
  response: { 200: companySchema },
}
