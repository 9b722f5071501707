/** The final account of a loan that has ended. */
import { z } from 'zod'
import { loanEndings, nextKinds } from '../../loans/loan-endings.ts'
import { id, time } from '../schemas.ts'

const dollars = z.number()
const date = z.iso.date()
const party = z.enum(['BORROWER', 'LENDER'])

const lineSchema = z.object({
  kind: z.enum(['FUNDING', 'PART', 'REPAYMENT', 'PAYOUT', 'REST']),
  what: z.string(),
  date,
  from: z.string().describe('As the reader says it: you, or a name'),
  to: z.string(),
  rail: z.string(),
  reference: z.string().nullable(),
  amount: dollars.nullable().describe('Nothing where no sum was named'),
  confirmed: z
    .object({ by: z.string(), at: time })
    .nullable()
    .describe('Nothing where nobody has said that it came'),
})

const sumsSchema = z.object({
  principal: dollars,
  interest: dollars.describe('By the agreement, up to the day it stopped'),
  interest_days: z.int(),
  advances: dollars.describe('What the lender paid to renew the name, without interest'),
  is_least: z.boolean().describe('The least interest there is, for fewer days than that'),
  per_diem: dollars.nullable().describe('Nothing where parts made it change'),
  rate: z.number(),
  short_received: dollars.describe('Principal that never came, by the sum that was confirmed'),
  difference: dollars.nullable().describe('Paid above what was owed, or below it where negative'),
  by_domain: dollars.describe('What the domain was taken in place of'),
  unpaid: dollars.describe('What was owed when the loan ended without its domain'),
  paid: dollars.nullable().describe('All that was paid back. Nothing where no sum was named'),
  stopped_on: date,
  stopped_by: z.string().describe('Why interest stopped on that day, in words'),
  agreed: z.object({ date, amount: dollars }).describe('What the due date would have cost'),
  saved: dollars.nullable().describe('Interest less than agreed, or more where negative'),
})

const nextSchema = z.object({
  kind: z.enum(nextKinds),
  title: z.string(),
  note: z.string(),
  from: time.nullable().describe('When it becomes possible, where it is not yet'),
  why_not: z.string().nullable(),
  escrow_id: id.nullable().describe('The loan that it leads to'),
})

export const receiptSchema = z.object({
  ending: z.enum(loanEndings),
  headline: z.string(),
  sentence: z.string(),
  lines: z.array(lineSchema),
  nothing_paid: z.string().nullable().describe('Said in place of lines'),
  sums: sumsSchema.nullable().describe('Nothing where the loan never ran'),
  fees: z
    .array(z.object({ date, what: z.string(), amount: dollars }))
    .describe('Of registries, during the loan, from the balance of the reader'),
  total: z
    .object({ label: z.string(), amount: dollars.nullable() })
    .nullable()
    .describe('What the loan cost the borrower, or brought the lender'),
  next: z.array(nextSchema),
  no_deadline: z.boolean(),
  terms: z
    .object({ amount: dollars, term: z.int(), apy: z.number() })
    .describe('To list it again with'),
  record: z.object({
    as: party,
    loans: z.int().describe('That ran and have ended'),
    repaid: z.int(),
    on_time: z.int(),
    lapses: z.int(),
    amount: dollars.describe('Principal of these loans'),
    since: z.int().nullable().describe('The year of the first'),
  }),
  messages: z.int(),
  events: z.int(),
})
