/** A listing of the directory on the wire. */
import type { listingSchema } from '@pier/protocol/calls/listings'
import type { z } from 'zod'
import type { Card } from './directory.repository.ts'

export const presentCard = (card: Card): z.input<typeof listingSchema> => ({
  id: card.id,
  domain: card.name,
  domain_id: card.domainId,
  estimated_value: card.valueCents === null ? null : Number(card.valueCents) / 100,
  desired_term: card.termDays,
  desired_loan_amount: Number(card.amountCents) / 100,
  desired_apy: card.rateBps / 100,
  unicode: card.unicodeName,
  looks_like: card.looksLike,
  adjusted: card.adjustedBps / 100,
  ltv: card.ltvBps === null ? null : Math.round(card.ltvBps / 100),
  custody_ready: card.isCustodyReady,
  registered_on: card.registeredOn,
  expires_at: card.expiresAt.toISOString(),
})
