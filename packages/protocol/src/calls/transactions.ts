import { z } from 'zod'
import { limits } from '../limits.ts'
import { transactionStatuses } from '../statuses.ts'
import { id, line, nothing, time } from './schemas.ts'

const tags = ['transactions']
const dollars = z.number()

/** Parsed by the server, so that every invalid amount gets the same message. */
const amount = z.union([z.number(), z.string().max(30)], 'Invalid amount')

export const transactionSchema = z.object({
  id,
  type: z.string().describe('What it was for, in words: Top-up, Withdrawal'),
  amount: dollars.describe('USD. Negative for what goes out'),
  method: z.string().describe('How it was paid, in words: Card, Cryptocurrency, Site balance'),
  status: z.enum(transactionStatuses),
  created_at: time,
  reference: z.string().describe('What to name when writing to us'),
  domain: z.string().nullable(),
  note: z.string().nullable().describe('What else there is to know about its status'),
  can_cancel: z.boolean().describe('A withdrawal that has not been paid yet'),
})

export const listTransactionsCall = {
  tags,
  summary: 'What came into and went out of the site balance, newest first',
  querystring: z.object({
    limit: z.coerce
      .number<string>()
      .int()
      .min(1)
      .max(limits.pageSizeMax)
      .default(limits.transactionsPerPage),
    page: z.coerce.number<string>().int().min(1).max(1_000_000).default(1),
  }),
  response: {
    200: z.object({
      transactions: z.array(transactionSchema),
      pages: z.int(),
      available: dollars,
      held: dollars,
      holds: z.int().describe('How many holds make up what is held'),
      reconciliation: z
        .object({ at: time, difference: dollars })
        .nullable()
        .describe('The last comparison of all balances with what the providers hold'),
    }),
  },
}

const session = { 200: z.object({ uri: z.string() }) }
const requestKey = z.object({
  'idempotency-key': z.uuid().optional().describe('The same key gives the same session'),
})

export const startCardTopUpCall = {
  tags,
  summary: 'Start a card top-up of this amount',
  headers: requestKey,
  body: z.strictObject({ amount }),
  response: session,
}

export const startCryptoTopUpCall = {
  tags,
  summary: 'Start a cryptocurrency top-up of this amount',
  headers: requestKey,
  body: z.strictObject({ amount }),
  response: session,
}

const day = z.iso.date()

export const downloadStatementCall = {
  tags,
  summary: 'All transactions of these days in UTC, as CSV or PDF',
  querystring: z.object({ format: z.enum(['csv', 'pdf']), from: day, to: day }),
  response: { 200: z.unknown().describe('The file') },
}

export const getWithdrawalCall = {
  tags,
  summary: 'What may be withdrawn now, and where it would go',
  response: {
    200: z.object({
      available: dollars,
      to_card: dollars.describe('Can go back to the cards it came from'),
      blocked: z.string().nullable().describe('Why nothing may be withdrawn now'),
    }),
  },
}

export const requestWithdrawalCall = {
  tags,
  summary: 'Pay this much of the balance back after 24 hours: to the cards first, then by address',
  body: z.strictObject({
    amount,
    crypto_address: line(limits.cryptoAddressLengthMax).nullish(),
    crypto_network: line(limits.cryptoNetworkLengthMax).nullish(),
  }),
  response: { 201: z.object({ id, pays_at: time }) },
}

export const cancelWithdrawalCall = {
  tags,
  summary: 'Cancel a withdrawal that is not paid yet',
  params: z.strictObject({ id }),
  response: { 204: nothing },
}
