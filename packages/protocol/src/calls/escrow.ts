import { z } from 'zod'
import { limits } from '../limits.ts'
import { escrowStatuses } from '../statuses.ts'
import { id, time } from './schemas.ts'

const tags = ['escrow']
const dollars = z.number()

export const acceptOfferCall = {
  tags,
  summary: 'Accept an offer. The loan begins with both signatures',
  body: z.strictObject({
    offerId: id,
    version: z.int().optional().describe('The version you saw'),
  }),
  response: { 201: z.object({ id }) },
}

export const escrowRowSchema = z.object({
  id,
  code: z.string().describe('What to name when writing to us: LN-7F3K'),
  domain: z.string(),
  unicode: z.string(),
  status: z.enum(escrowStatuses),
  amount: dollars,
  term: z.int(),
  apy: z.number(),
  created_at: time,
  borrower_id: id,
  lender_id: id,
  repay: dollars,
  your_move: z.boolean(),
  move: z.string().describe('Whose move it is and what, in words'),
  deadline_at: time.nullable(),
})

const pageBody = z.strictObject({
  page: z.int().min(1).max(1_000_000).default(1),
  limit: z.int().min(1).max(limits.pageSizeMax).default(limits.offersPerPage),
})
const escrowPage = {
  200: z.object({
    escrows: z.array(escrowRowSchema),
    pages: z.int(),
    outstanding: dollars.describe('Principal of all that run'),
    moves: z.int().describe('How many wait for you'),
  }),
}

export const listBorrowedCall = {
  tags,
  summary: 'Loans you have taken, newest first',
  body: pageBody,
  response: escrowPage,
}

export const listLentCall = {
  tags,
  summary: 'Loans you have given, newest first',
  body: pageBody,
  response: escrowPage,
}

export const exportEscrowsCall = {
  tags,
  summary: 'All your loans as CSV',
  response: { 200: z.unknown().describe('The file') },
}
