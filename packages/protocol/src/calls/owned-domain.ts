import { z } from 'zod'
import { time } from './schemas.ts'

const dollars = z.number()

/** What its owner asks of lenders, on the line of a domain. */
export const ownListingSchema = z.object({
  desired_loan_amount: dollars,
  desired_term: z.int(),
  desired_apy: z.number().describe('Percent a year'),
  auto_accept: z.boolean(),
  expires_at: time,
  state: z
    .enum(['shown', 'ended', 'paused', 'taken'])
    .describe('Ended: its 30 days are over. Paused: not proved any more. Taken: an offer accepted'),
})

export const registryFeeSchema = z.object({
  transfer: dollars.nullable().describe('To bring it here; adds a year at most registries'),
  renewal: dollars.describe('Each further year'),
  is_premium: z.boolean(),
  is_quoted: z.boolean().describe('Asked for this very name; otherwise what its ending costs'),
})
