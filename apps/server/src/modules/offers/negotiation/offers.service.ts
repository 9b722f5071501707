/**
 * Owns offers and the answers to them. Terms never change: an answer with other terms is a new row
 * that replaces the old one. A lender has one pending offer per domain, and the party that did not
 * write it decides. Everything here runs under the domain lock.
 */
import { dayMs } from '@pier/protocol/time'
import { railOf, type Rail } from '@pier/protocol/rails'
import { AppError } from '../../../platform/app-error.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { clearTimer, setTimer } from '../../../platform/jobs/timers.ts'
import { readLimits } from '../../../platform/settings.ts'
import {
  getLockedDomain,
  lockDomainRow,
  refuseHeld,
  type Domain,
} from '../../domains/domains.service.ts'
import {
  findListingForOffers,
  requireAllowed,
  requireApprovedName,
  type Listing,
  type LoanTerms,
} from '../../listings/listings.service.ts'
import {
  ensureHandle,
  lockCaller,
  requireLawfulLoan,
  hasTermsAccepted,
  requireTermsAccepted,
  requireVerifiedEmail,
  type Caller,
} from '../../users/users.service.ts'
import { listOffersEver } from '../records/offer-lists.repository.ts'
import { notifyOne, notifyOther, publishChange } from './offer-notices.ts'
import {
  countPendingOfLender,
  domainIdOf,
  findOffer,
  findPendingOffer,
  insertOffer,
  isLenderOf,
  isVerificationFresh,
  listOrphans,
  listPendingOffers,
  saveDecision,
  type Offer,
  type Side,
} from '../records/offers.repository.ts'

const expireJob = 'offers.expire'

/** Part of a user's copy of their data. */
export const collectOffers = listOffersEver

type Proposal = LoanTerms & { message: string | null; validDays: number }
type NewProposal = Caller & Proposal & { domainId: string; rail: Rail | undefined }

/** A lender's proposal. A second one replaces the first; one to a counter answers it. */
export async function makeOffer(
  tx: Tx,
  { userId, sessionId, domainId, rail, ...proposal }: NewProposal,
): Promise<{ offer: Offer; isAccepted: boolean }> {
  const { user } = await lockCaller(tx, { userId, sessionId })
  requireVerifiedEmail(user)
  await requireTermsAccepted(tx, userId)
  await ensureHandle(tx, userId)
  const { domain, listing } = await lockListed(tx, domainId)
  if (domain.userId === userId) throw new AppError('own_domain')
  if (await isLenderOf(tx, { domainId, userId })) throw new AppError('own_loan')
  await requireAllowed(tx, { terms: proposal, userIds: [userId], fields: wireNames })
  const before = await findPendingOffer(tx, { domainId, lenderId: userId })
  const { pendingOffersMax } = await readLimits(tx)
  if (!before && (await countPendingOfLender(tx, userId)) >= pendingOffersMax) {
    throw new AppError('too_many_offers')
  }
  if (before) await replace(tx, before, 'LENDER')
  const offer = await insertProposal(tx, {
    ...proposal,
    listing,
    side: 'LENDER',
    lenderId: userId,
    before,
    rail: rail ?? before?.rail ?? railOf(user.defaultContract),
  })
  await notifyOther(tx, offer, domain, before ? 'changed their offer' : 'made an offer')
  return { offer, isAccepted: await acceptsAtOnce(tx, listing, offer) }
}

const wireNames = { amount: 'loan_amount', rate: 'apy' }

/** A borrower who has not accepted the terms in force begins no loan: the offer waits for them. */
async function acceptsAtOnce(tx: Tx, listing: Listing, offer: Offer): Promise<boolean> {
  if (!listing.acceptsByItself || !meetsAsk(offer, listing)) return false
  return hasTermsAccepted(tx, offer.borrowerId)
}

const meetsAsk = (offer: LoanTerms, ask: LoanTerms): boolean =>
  offer.amountCents >= ask.amountCents &&
  offer.termDays >= ask.termDays &&
  offer.rateBps <= ask.rateBps

async function lockListed(tx: Tx, domainId: string): Promise<{ domain: Domain; listing: Listing }> {
  const domain = await lockDomainRow(tx, domainId)
  if (!domain) throw new AppError('listing_not_found')
  return { domain, listing: await findListed(tx, domain) }
}

/** The listing of a domain that is locked already. */
async function findListed(tx: Tx, domain: Domain): Promise<Listing> {
  if (domain.archivedAt) throw new AppError('listing_not_found')
  await refuseHeld(tx, domain.id)
  const listing = await findListingForOffers(tx, domain.id)
  if (!listing) throw new AppError('listing_closed')
  return listing
}

/** Replaced if its author does it; countered if the other party does. */
async function replace(tx: Tx, offer: Offer, by: Side): Promise<void> {
  await decide(
    tx,
    offer,
    offer.side === by
      ? { status: 'RESCINDED', reason: 'REPLACED' }
      : { status: 'DENIED', reason: 'COUNTERED' },
  )
}

type Inserted = Proposal & {
  listing: Pick<Listing, 'id' | 'domainId' | 'userId'>
  side: Side
  lenderId: string
  before: Offer | undefined
  rail: Rail
}

async function insertProposal(
  tx: Tx,
  { listing, before, validDays, ...rest }: Inserted,
): Promise<Offer> {
  const expiresAt = new Date(tx.now.getTime() + validDays * dayMs)
  const offer = await insertOffer(tx, {
    ...rest,
    listingId: listing.id,
    domainId: listing.domainId,
    borrowerId: listing.userId,
    parentId: before?.id ?? null,
    version: (before?.version ?? 0) + 1,
    expiresAt,
  })
  await setTimer(tx, { job: expireJob, subjectId: offer.id, fireAt: expiresAt })
  await publishChange(tx, offer)
  return offer
}

type Answer = Caller & { offerId: string; version: number | undefined }

/** Other terms instead of a yes or a no, from whoever is to answer. */
export async function counterOffer(
  tx: Tx,
  { userId, sessionId, offerId, version, ...proposal }: Answer & Proposal,
): Promise<Offer> {
  requireVerifiedEmail((await lockCaller(tx, { userId, sessionId })).user)
  await requireTermsAccepted(tx, userId)
  await ensureHandle(tx, userId)
  const { offer, domain } = await lockOffer(tx, { userId, offerId })
  requireOpen(tx, offer, version)
  if (roleOf(offer, userId) === offer.side) throw new AppError('not_your_move')
  const listing = await findListed(tx, domain)
  await requireAllowed(tx, { terms: proposal, userIds: [userId], fields: wireNames })
  const side = roleOf(offer, userId)
  await replace(tx, offer, side)
  const { lenderId, rail } = offer
  const terms = { ...proposal, listing, side, lenderId, before: offer, rail }
  const counter = await insertProposal(tx, terms)
  await notifyOther(tx, counter, domain, 'made a counter-offer')
  return counter
}

/** The author rescinds it; the other party denies it. */
export async function decideOffer(
  tx: Tx,
  input: Caller & { offerId: string; status: 'DENIED' | 'RESCINDED'; reason: string | undefined },
): Promise<void> {
  const { userId, sessionId, offerId, status, reason } = input
  await lockCaller(tx, { userId, sessionId })
  const { offer, domain } = await lockOffer(tx, { userId, offerId })
  const isOwn = roleOf(offer, userId) === offer.side
  if (isOwn !== (status === 'RESCINDED')) throw new AppError('not_your_move')
  if (offer.status === status) return
  if (offer.status !== 'PENDING') throw new AppError('offer_decided')
  await decide(tx, offer, { status, reason: reason?.trim() || null })
  await notifyOther(
    tx,
    { ...offer, status },
    domain,
    status === 'DENIED' ? 'denied your offer' : 'withdrew their offer',
    userId,
  )
}

/** Only the party that is to answer may accept. The caller locks first and reserves the listing. */
export async function acceptPendingOffer(
  tx: Tx,
  { offer, domain }: { offer: Offer; domain: Domain },
  { userId, version }: { userId: string; version: number | undefined },
): Promise<Listing> {
  requireOpen(tx, offer, version)
  if (roleOf(offer, userId) === offer.side) throw new AppError('not_your_move')
  const listing = await findListed(tx, domain)
  const since = new Date(tx.now.getTime() - dayMs)
  const { lenderId, borrowerId } = offer
  // A refusal is worded for the lender, whose own call accepts an offer that meets the ask.
  const agreed = { borrowerId, lenderId, rateBps: offer.rateBps, userId: lenderId }
  await requireLawfulLoan(tx, agreed)
  requireApprovedName(listing, offer.amountCents)
  const isHere = domain.status === 'CUSTODY_PAID' || domain.status === 'IN_ESCROW'
  if (!isHere && !(await isVerificationFresh(tx, { domainId: domain.id, since }))) {
    throw new AppError('proof_stale')
  }
  await decide(tx, offer, { status: 'ACCEPTED' })
  return listing
}

/** Only for its two parties; anyone else gets `offer_not_found`. The domain is locked. */
export async function lockOffer(
  tx: Tx,
  { userId, offerId }: { userId: string; offerId: string },
): Promise<{ offer: Offer; domain: Domain }> {
  const domain = await lockDomainRow(tx, domainIdOf({ offerId, userId }))
  const offer = domain && (await findOffer(tx, offerId))
  if (!offer) throw new AppError('offer_not_found')
  return { offer, domain }
}

function requireOpen(tx: Tx, offer: Offer, version: number | undefined): void {
  if (offer.status !== 'PENDING' || offer.expiresAt <= tx.now) throw new AppError('offer_decided')
  if (version !== undefined && version !== offer.version) throw new AppError('offer_changed')
}

const roleOf = ({ lenderId }: Pick<Offer, 'lenderId'>, userId: string): Side =>
  userId === lenderId ? 'LENDER' : 'BORROWER'

/** The listing has ended, so its pending offers are denied. The name must be locked. */
export async function denyOrphans(tx: Tx, name: string, reason: string): Promise<void> {
  for (const offer of await listOrphans(tx, name)) {
    const domain = await getLockedDomain(tx, offer.domainId)
    await decide(tx, offer, { status: 'DENIED', reason })
    await notifyOne(tx, offer.lenderId, `The listing of ${domain.unicodeName} has ended.`)
  }
}

/** Another lender has funded the loan: backup offers are denied. The domain must be locked. */
export async function denyBackups(tx: Tx, { id, unicodeName }: Domain): Promise<void> {
  for (const offer of await listPendingOffers(tx, { domainId: id })) {
    await decide(tx, offer, { status: 'DENIED', reason: 'SUPERSEDED' })
    await notifyOne(tx, offer.lenderId, `Another lender has funded the loan on ${unicodeName}.`)
  }
}

/** The ask has changed; pending offers stay as they were. */
export async function notifyOfEdit(tx: Tx, listing: Listing): Promise<void> {
  const offers = await listPendingOffers(tx, { domainId: listing.domainId })
  for (const { lenderId } of offers) {
    await notifyOne(
      tx,
      lenderId,
      `The terms asked for ${listing.unicodeName} have changed. Your offer is still valid.`,
    )
  }
}

export async function expireOffer(tx: Tx, offerId: string): Promise<void> {
  const found = await findOffer(tx, offerId)
  if (!found) return
  const domain = await getLockedDomain(tx, found.domainId)
  const offer = await findOffer(tx, offerId)
  if (offer?.status !== 'PENDING' || offer.expiresAt > tx.now) return
  await decide(tx, offer, { status: 'RESCINDED', reason: 'EXPIRED' })
  const { unicodeName } = domain
  await notifyOne(tx, offer.lenderId, `The offer on ${unicodeName} has expired.`)
  await notifyOne(tx, offer.borrowerId, `An offer on ${unicodeName} has expired.`)
}

type Decision = Parameters<typeof saveDecision>[2]

async function decide(tx: Tx, offer: Offer, decision: Decision): Promise<void> {
  await saveDecision(tx, offer.id, decision)
  await clearTimer(tx, { job: expireJob, subjectId: offer.id })
  await publishChange(tx, offer)
}
