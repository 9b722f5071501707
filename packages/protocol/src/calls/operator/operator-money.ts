import { z } from 'zod'
import {
  code,
  decision,
  dollars,
  page,
  reason,
  reasons,
  tags,
  why,
  withId,
} from './operator-schemas.ts'
import { id, line, nothing, time } from '../schemas.ts'

const ofUser = z.object({ id, name: z.string() })

// The ledger

export const ledgerAccounts = [
  'available',
  'held',
  'card_clearing',
  'crypto_clearing',
  'registry_payable',
  'refund_payable',
  'platform_revenue',
  'platform_receivable',
  'chargeback',
] as const
const account = z.enum(ledgerAccounts)

export const ledgerCall = {
  tags,
  summary: 'Entries of the ledger with their postings, newest first',
  querystring: z.object({
    user: id.optional(),
    account: account.optional(),
    reference: line(200).optional().describe('What a reference begins with'),
    before: z
      .string()
      .regex(/^\d{1,18}$/)
      .optional()
      .describe('Entries older than this one'),
  }),
  response: {
    200: z.object({
      entries: z.array(
        z.object({
          id: z.string(),
          reference: z.string(),
          kind: z.string(),
          user: ofUser.nullable(),
          transaction_id: id.nullable(),
          at: time,
          postings: z.array(z.object({ account, amount: dollars })),
        }),
      ),
      next: z.string().nullable().describe('The `before` of the next page'),
    }),
  },
}
export const accountsCall = {
  tags,
  summary: 'Trial balance: the balance of every account. The total is zero',
  response: {
    200: z.object({
      accounts: z.array(z.object({ account, balance: dollars, is_of_users: z.boolean() })),
      sum: dollars,
      open_holds: dollars.describe('What holds say is set aside: the same as `held`'),
    }),
  },
}

// Events from payment providers

const paymentEvent = z.object({
  id: z.string(),
  provider: z.enum(['card', 'crypto']),
  type: z.string(),
  key: z.string(),
  received_at: time,
  handled_at: time.nullable(),
  problem: z.string().nullable(),
  about: z.record(z.string(), z.unknown()).nullable().describe('The ids in it; null after 90 days'),
  resolved_at: time.nullable(),
  resolved_by: z.string().nullable(),
  resolution: z.string().nullable(),
})
const withNumber = z.object({ id: z.string().regex(/^\d{1,18}$/) })
export const paymentEventsCall = {
  tags,
  summary: 'Payment provider events that match nothing of ours or were not handled',
  querystring: z.object({ page, state: z.enum(['open', 'all']).default('open') }),
  response: {
    200: z.object({ events: z.array(paymentEvent), total: z.int(), pages: z.int() }),
  },
}
export const resolveEventCall = {
  tags,
  summary: 'Resolve an event, with a reason',
  params: withNumber,
  body: why,
  response: { 200: paymentEvent },
}
export const retryEventCall = {
  tags,
  summary: 'Process an event again after asking the provider',
  params: withNumber,
  body: why,
  response: { 200: paymentEvent },
}
export const lookUpPaymentCall = {
  tags,
  summary: 'Ask the crypto provider about a payment that we were not told of',
  body: z.strictObject({ payment_id: z.string().regex(/^\d{1,20}$/, 'Digits only'), reason }),
  response: { 201: paymentEvent },
}

// Withdrawals

const withdrawal = z.object({
  id,
  number: z.int(),
  user: ofUser,
  amount: dollars,
  left: dollars.describe('What is neither paid to a card nor on the balance again'),
  to: z.enum(['card', 'crypto']),
  state: z.enum(['waiting', 'approval', 'paying', 'payout', 'paid', 'returned']),
  asked_at: time,
  pays_at: time,
  note: z.string().nullable(),
  approved_by: z.string().nullable(),
  payout_reference: z.string().nullable(),
})
export const withdrawalsCall = {
  tags,
  summary: 'Withdrawals: those that wait for a person first, then the newest',
  querystring: z.object({ page, state: withdrawal.shape.state.optional() }),
  response: {
    200: z.object({ withdrawals: z.array(withdrawal), total: z.int(), pages: z.int() }),
  },
}
export const approveWithdrawalCall = {
  tags,
  summary: 'Let a large withdrawal be paid',
  params: withId,
  body: why,
  response: { 200: withdrawal },
}
export const refuseWithdrawalCall = {
  tags,
  summary: 'Refuse a withdrawal and return it to the balance. The user sees the reason',
  params: withId,
  body: z.strictObject({ reason: reasons }),
  response: { 200: withdrawal },
}
export const payoutAddressCall = {
  tags,
  summary: 'Where a payout is to go. It is noted who looked',
  params: withId,
  body: why,
  response: { 200: z.object({ network: z.string(), address: z.string(), amount: dollars }) },
}
export const withdrawalPaidCall = {
  tags,
  summary: 'A payout was made by hand',
  params: withId,
  body: z.strictObject({
    reference: line(200).min(4).describe('The hash of the payment'),
    network_cost: dollars.min(0).default(0).describe('Taken from what arrives'),
    reason,
  }),
  response: { 200: withdrawal },
}

// Adjustments and reconciliation

export const adjustCall = {
  tags,
  summary: 'First approval: propose to move money between two accounts of the ledger',
  body: z.strictObject({
    user_id: id.optional().describe('Whose balance it is, where one side is `available`'),
    from: account.exclude(['held']),
    to: account.exclude(['held']),
    amount: dollars.positive().max(1_000_000).multipleOf(0.01, 'Whole cents'),
    words: line(200).min(4).describe('What the user reads beside it'),
    document_id: id.optional(),
    reason: reasons,
    code,
  }),
  response: { 201: decision },
}
const run = z.object({
  at: time,
  from: time,
  until: time,
  provider_amount: dollars,
  ledger_amount: dollars,
  difference: dollars,
  unexplained: z.array(
    z.object({
      reference: z.string(),
      provider_amount: dollars.nullable(),
      ledger_amount: dollars.nullable(),
    }),
  ),
})
export const reconciliationCall = {
  tags,
  summary: 'The last comparisons of the ledger with each provider, and what they left unexplained',
  response: {
    200: z.object({
      providers: z.array(z.object({ provider: z.enum(['card', 'crypto']), runs: z.array(run) })),
    }),
  },
}
export const reconcileNowCall = {
  tags,
  summary: 'Compare again now, not only at night',
  body: why,
  response: { 204: nothing },
}
