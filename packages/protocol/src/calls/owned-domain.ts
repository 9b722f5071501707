import { z } from 'zod'
import { time } from './schemas.ts'

const dollars = z.number()

/** The owner's listing, as shown with the domain. */
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
  is_quoted: z.boolean().describe('Asked for this very name; otherwise what its TLD costs'),
})

export const transferSchema = z.object({
  asked_at: time,
  act_by: time
    .nullable()
    .describe('When it goes through at the latest, where the registry says so'),
  days: z.string().describe('How long this TLD takes, in words: 1 to 5 days'),
  can_cancel: z.boolean(),
})

export const transferOutSchema = z.object({
  state: z.enum(['waiting', 'code_sent']),
  code_at: time.describe('When the code is mailed, or was'),
  valid_until: time.nullable().describe('Until when the code works, once it was mailed'),
})
