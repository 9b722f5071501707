import { z } from 'zod'
import { limits } from '../limits.ts'
import { offerStatuses } from '../statuses.ts'
import { id, nothing, paragraphs, time } from './schemas.ts'

const tags = ['offers']
const params = z.strictObject({ id })
const dollars = z.number()
const typedNumber = z.union([z.number(), z.string().max(30)])

/** Several lines of text a person typed. */
const message = z
  .string()
  .max(limits.offerMessageLengthMax, `At most ${limits.offerMessageLengthMax} characters`)
  .refine(
    (text) => text.isWellFormed() && !text.includes('\0'),
    'This text has characters we cannot keep',
  )

const terms = {
  loan_amount: typedNumber.describe('USD'),
  term: typedNumber.describe('Days'),
  apy: typedNumber.describe('Percent a year, two decimals'),
  message: message.nullish(),
  valid_days: z.int().min(1).max(30).optional().describe('7 if left out'),
}

export const makeOfferCall = {
  tags,
  summary: 'Propose a loan against a listed domain. A second one replaces the first',
  body: z.strictObject({
    domain_id: id,
    ...terms,
    contract: z
      .union([z.literal(0), z.literal(1)])
      .optional()
      .describe('Yours from Settings if left out'),
  }),
  response: {
    201: z.object({
      id,
      version: z.int(),
      escrow_id: id.nullable().describe('It met the ask and was accepted automatically'),
    }),
  },
}

export const counterOfferCall = {
  tags,
  summary: 'Make a counter-offer',
  params,
  body: z.strictObject({ ...terms, version: z.int().optional() }),
  response: { 201: z.object({ id, version: z.int() }) },
}

export const decideOfferCall = {
  tags,
  summary: 'Deny an offer, or withdraw your own',
  params,
  body: z.strictObject({
    status: z.enum(['DENIED', 'RESCINDED']),
    reason: paragraphs(200).optional().describe('In your words, for the other side'),
  }),
  response: { 204: nothing },
}

export const offerSchema = z.object({
  id,
  domain: z.string(),
  unicode: z.string(),
  domain_id: id,
  listing_id: id,
  loan_amount: dollars,
  term: z.int(),
  apy: z.number(),
  status: z.enum(offerStatuses),
  message: z.string().nullable(),
  reason: z.string().nullable(),
  side: z.enum(['LENDER', 'BORROWER']).describe('Who proposes these terms'),
  version: z.int(),
  contract: z.int(),
  other: z
    .object({ handle: z.string(), funded: z.int(), accepted: z.int(), lapses: z.int() })
    .describe('The other person, by the record of their loans'),
  adjusted: z.number(),
  interest: dollars,
  repay: dollars.describe('Loan and interest at the end of the term'),
  is_backup: z
    .boolean()
    .describe('Another offer was accepted. This one waits in case that loan fails'),
  your_move: z.boolean(),
  expires_at: time,
  created_at: time,
  decided_at: time.nullable(),
  escrow_id: id.nullable(),
  ask: z
    .object({ loan_amount: dollars, term: z.int(), apy: z.number(), value: dollars.nullable() })
    .nullable(),
})

const pageOf = {
  limit: z.coerce
    .number<string>()
    .int()
    .min(1)
    .max(limits.pageSizeMax)
    .default(limits.offersPerPage),
  page: z.coerce.number<string>().int().min(1).max(1_000_000).default(1),
}
const offersPage = { 200: z.object({ offers: z.array(offerSchema), pages: z.int() }) }

export const listReceivedOffersCall = {
  tags,
  summary: 'Offers on your domains, pending ones first',
  querystring: z.object(pageOf),
  response: offersPage,
}

export const listSentOffersCall = {
  tags,
  summary: 'Offers that you made, pending ones first',
  querystring: z.object(pageOf),
  response: offersPage,
}

export const exportOffersCall = {
  tags,
  summary: 'All offers you made or were made, as CSV',
  response: { 200: z.unknown().describe('The file') },
}
