/**
 * Owns the loan from the accepted offer to its end. A domain stands for one loan at a time: its lock
 * decides who comes first, and an index of the database is the last guard.
 */
import { limits } from '@pier/protocol/limits'
import { formatMoney, formatRate } from '@pier/protocol/money'
import { AppError, invariant } from '../../platform/app-error.ts'
import type { Tx } from '../../platform/db/database.ts'
import { publish } from '../../platform/live/publish.ts'
import { tellDomainChanged } from '../domains/domains.service.ts'
import { reserveListing } from '../listings/listings.service.ts'
import { notify } from '../notifications/notifications.service.ts'
import { acceptPendingOffer, type Offer } from '../offers/offers.service.ts'
import { listEscrowsEver } from './escrow-lists.repository.ts'
import { hasOpenEscrow, insertEscrow, type Escrow } from './escrow.repository.ts'

const day = 24 * 3_600_000
const codeTriesMax = 10

/** Part of a user's copy of their data. */
export const collectEscrows = listEscrowsEver

type Accepted = { userId: string; offerId: string; version: number | undefined }

/** Turns a pending offer into a loan that waits for both signatures. Its rivals wait as backups. */
export async function acceptOffer(tx: Tx, accepted: Accepted): Promise<Escrow> {
  const { offer, domain, listing } = await acceptPendingOffer(tx, accepted)
  if (await hasOpenEscrow(tx, domain.id)) throw new AppError('domain_in_loan')
  await reserveListing(tx, listing)
  const escrow = await open(tx, offer)
  await tellBoth(tx, escrow, domain.unicodeName)
  await tellDomainChanged(tx, escrow.borrowerId)
  return escrow
}

async function open(tx: Tx, offer: Offer): Promise<Escrow> {
  const { domainId, listingId, borrowerId, lenderId, amountCents, termDays, rateBps, contract } =
    offer
  const deadlineAt = new Date(tx.now.getTime() + limits.signatureDays * day)
  const parties = { domainId, listingId, offerId: offer.id, borrowerId, lenderId }
  const terms = { amountCents, termDays, rateBps, contract, status: 'PENDING_SIGNATURE' } as const
  let escrow: Escrow | undefined
  for (let tries = 0; tries < codeTriesMax && !escrow; tries++) {
    escrow = await insertEscrow(tx, { ...parties, ...terms, deadlineAt })
  }
  invariant(escrow, 'there is a code left')
  return escrow
}

async function tellBoth(tx: Tx, escrow: Escrow, domain: string): Promise<void> {
  const { amountCents, termDays, rateBps } = escrow
  const terms = `${formatMoney(amountCents, { whole: true })}, ${termDays} days, ${formatRate(rateBps)}`
  const by = escrow.deadlineAt?.toISOString().slice(0, 10)
  for (const userId of [escrow.borrowerId, escrow.lenderId]) {
    const body = `The loan on ${domain} is agreed: ${terms}. Both of you sign by ${by}.`
    const subject = `${domain}: agreed, both sign by ${by}`
    await notify(tx, {
      userId,
      kind: 'loans',
      body,
      link: `/app/escrow/${escrow.id}`,
      mail: { subject, heading: subject, paragraphs: [body, 'Otherwise the loan is cancelled.'] },
    })
    await publish(tx, { userId, type: 'loans', data: { type: 'loans' } })
  }
}
