/**
 * Owns what borrowers ask for. A domain has one open listing, by its owner, who has verified the
 * name or moved it into custody. It is shown for 30 days, with the facts that lenders go by.
 */
import { limits } from '@pier/protocol/limits'
import { adjustedBps, loanToValuePercent } from '@pier/protocol/loans/loan-terms'
import { dayMs } from '@pier/protocol/time'
import { AppError } from '../../../platform/app-error.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { enqueue } from '../../../platform/jobs/queue.ts'
import { clearTimer, setTimer } from '../../../platform/jobs/timers.ts'
import { refuseLeaving } from '../../custody/custody.service.ts'
import {
  getLockedDomain,
  lockDomain,
  refuseHeld,
  publishDomainChange,
  type Domain,
} from '../../domains/domains.service.ts'
import { balanceOf } from '../../ledger/ledger.service.ts'
import {
  ensureHandle,
  lockCaller,
  requireHandover,
  requireTermsAccepted,
  requireVerifiedEmail,
  type Caller,
} from '../../users/users.service.ts'
import { requireAllowed } from './allowed-terms.service.ts'
import { requireConfirmedFee, requireConfirmedRate } from './confirmed-terms.service.ts'
import { readTerms, type TypedNumber } from './read-terms.ts'
import {
  findCardFacts,
  findListing,
  findOpenListing,
  hasProvedOwner,
  insertListing,
  insertListingEvent,
  listListingsEver,
  listOpenOfName,
  saveListing,
  type Listing,
  type Terms,
} from './listings.repository.ts'

const expireJob = 'listings.expire'

/** Part of a user's copy of their data. */
export const collectListings = listListingsEver

type TypedTerms = {
  amount: TypedNumber
  term: TypedNumber
  rate: TypedNumber
  acceptsByItself: boolean
  /** The rate again, if the borrower was asked to confirm it. */
  confirmedRate?: TypedNumber | undefined
}

export async function createListing(
  tx: Tx,
  {
    userId,
    sessionId,
    domainId,
    confirmedFee,
    ...typed
  }: Caller & TypedTerms & { domainId: string; confirmedFee?: TypedNumber | undefined },
): Promise<Listing> {
  requireVerifiedEmail((await lockCaller(tx, { userId, sessionId })).user)
  await ensureHandle(tx, userId)
  const domain = await lockDomain(tx, { domainId, userId })
  if (domain.status === 'IN_ESCROW') throw new AppError('domain_in_loan')
  if (domain.status === 'EXTERNAL_UNVERIFIED') throw new AppError('domain_wrong_status')
  await refuseHeld(tx, domainId)
  await refuseLeaving(tx, domainId)
  if ((await balanceOf(tx, userId)).availableCents < 0) throw new AppError('balance_negative')
  const terms = await readOwnTerms(tx, userId, typed)
  await requireConfirmedFee(tx, { domainId, confirmedFee })
  return insertAsk(tx, domain, terms)
}

/** The domain secures a loan that another lender is to refinance. It must be locked. */
export async function listForRefinance(
  tx: Tx,
  { domain, amountCentsMin, ...typed }: TypedTerms & { domain: Domain; amountCentsMin: number },
): Promise<Listing> {
  const terms = await readOwnTerms(tx, domain.userId, typed)
  if (terms.amountCents < amountCentsMin) {
    throw new AppError('refinance_short', { field: wireNames.amount })
  }
  await refuseHeld(tx, domain.id)
  return insertAsk(tx, domain, terms)
}

async function insertAsk(tx: Tx, domain: Domain, terms: Terms): Promise<Listing> {
  const { id: domainId, userId } = domain
  await requireTermsAccepted(tx, userId)
  const facts = await findCardFacts(tx, { name: domain.name, now: tx.now })
  const expiresAt = new Date(tx.now.getTime() + limits.listingDays * dayMs)
  const listing = await insertListing(tx, {
    ...terms,
    ...facts,
    ltvBps: ltvOf(terms.amountCents, facts.valueCents),
    domainId,
    userId,
    name: domain.name,
    unicodeName: domain.unicodeName,
    looksLike: domain.looksLike,
    suffix: domain.suffix,
    isCustodyReady: domain.status === 'CUSTODY_PAID' || domain.status === 'IN_ESCROW',
    expiresAt,
  })
  if (!listing) throw new AppError('listing_exists')
  await insertListingEvent(tx, { id: listing.id, what: 'created', detail: terms })
  await setTimer(tx, { job: expireJob, subjectId: listing.id, fireAt: expiresAt })
  await alertOf(tx, listing.id)
  await publishDomainChange(tx, userId)
  return listing
}

/** An operator has approved a name that looks like another. */
export const approveName = (tx: Tx, listingId: string): Promise<void> =>
  saveListing(tx, listingId, { nameApprovedAt: tx.now }, { what: 'name_approved' })

/** `isOtherAsk` says whether the amount, the term or the rate changed. */
export async function editListing(
  tx: Tx,
  {
    userId,
    sessionId,
    listingId,
    renews,
    ...typed
  }: Caller & TypedTerms & { listingId: string; renews: boolean },
): Promise<{ listing: Listing; isOtherAsk: boolean }> {
  const { listing, domain } = await lockOwnListing(tx, { userId, sessionId, listingId })
  if (listing.isReserved) throw new AppError('domain_in_loan')
  const terms = await readOwnTerms(tx, userId, typed)
  const isOtherAsk =
    terms.amountCents !== listing.amountCents ||
    terms.termDays !== listing.termDays ||
    terms.rateBps !== listing.rateBps
  const isOther = isOtherAsk || terms.acceptsByItself !== listing.acceptsByItself
  const edited = isOther ? await saveTerms(tx, listing, terms) : listing
  const saved = renews ? await showAgain(tx, edited, domain) : edited
  await publishDomainChange(tx, userId)
  return { listing: saved, isOtherAsk }
}

async function saveTerms(tx: Tx, listing: Listing, terms: Terms): Promise<Listing> {
  const ltvBps = ltvOf(terms.amountCents, listing.valueCents)
  const change = { ...terms, ltvBps, version: listing.version + 1 }
  await saveListing(tx, listing.id, change, { what: 'edited', detail: terms })
  return { ...listing, ...change }
}

/** Shows it for another 30 days, even after it has expired. */
export async function renewListing(
  tx: Tx,
  input: Caller & { listingId: string },
): Promise<Listing> {
  const { listing, domain } = await lockOwnListing(tx, input)
  const renewed = await showAgain(tx, listing, domain)
  await publishDomainChange(tx, listing.userId)
  return renewed
}

async function showAgain(tx: Tx, listing: Listing, domain: Domain): Promise<Listing> {
  await requireTermsAccepted(tx, listing.userId)
  if (domain.status === 'EXTERNAL_UNVERIFIED') throw new AppError('domain_wrong_status')
  const expiresAt = new Date(tx.now.getTime() + limits.listingDays * dayMs)
  const isActive = !listing.isPaused && !listing.isReserved
  await saveListing(tx, listing.id, { expiresAt, isActive }, { what: 'renewed' })
  await setTimer(tx, { job: expireJob, subjectId: listing.id, fireAt: expiresAt })
  if (isActive && !listing.isActive) await alertOf(tx, listing.id)
  return { ...listing, expiresAt }
}

/** Notifies users with a matching saved search. */
const alertOf = (tx: Tx, listingId: string) => enqueue(tx, 'listings.alert', { listingId })

export async function removeListing(
  tx: Tx,
  input: Caller & { listingId: string },
): Promise<Listing> {
  const { listing } = await lockOwnListing(tx, input)
  if (listing.isReserved) throw new AppError('domain_in_loan')
  await closeListing(tx, { domainId: listing.domainId, reason: 'removed' })
  return listing
}

async function lockOwnListing(
  tx: Tx,
  { userId, sessionId, listingId }: Caller & { listingId: string },
): Promise<{ listing: Listing; domain: Domain }> {
  await lockCaller(tx, { userId, sessionId })
  const found = await findListing(tx, listingId)
  if (found?.userId !== userId) throw new AppError('listing_not_found')
  const domain = await lockDomain(tx, { domainId: found.domainId, userId })
  const listing = await findOpenListing(tx, found.domainId)
  if (listing?.id !== listingId) throw new AppError('listing_not_found')
  return { listing, domain }
}

/** The listing that offers can be made on, if there is one. The domain must be locked. */
export async function findListingForOffers(tx: Tx, domainId: string): Promise<Listing | undefined> {
  const listing = await findOpenListing(tx, domainId)
  return listing?.isActive && listing.expiresAt > tx.now ? listing : undefined
}

/**
 * An offer was accepted: hides the listing. Funding closes it; if the loan falls through it is
 * shown again.
 */
export async function reserveListing(tx: Tx, listing: Listing): Promise<void> {
  const change = { isReserved: true, isActive: false }
  await saveListing(tx, listing.id, change, { what: 'reserved' })
  await publishDomainChange(tx, listing.userId)
}

/** The loan fell through: shown again, if it has not expired and the name is verified. */
export async function restoreListing(tx: Tx, domainId: string): Promise<void> {
  const listing = await findOpenListing(tx, domainId)
  if (!listing?.isReserved) return
  const isActive = !listing.isPaused && listing.expiresAt > tx.now
  const change = { isReserved: false, isActive }
  await saveListing(tx, listing.id, change, { what: 'restored' })
  if (isActive) await alertOf(tx, listing.id)
  await publishDomainChange(tx, listing.userId)
}

/** The domain must be locked. Does nothing if no listing is open. */
export async function closeListing(
  tx: Tx,
  { domainId, reason }: { domainId: string; reason: string },
): Promise<Listing | undefined> {
  const listing = await findOpenListing(tx, domainId)
  if (!listing) return undefined
  const change = { isActive: false, endedAt: tx.now, endReason: reason }
  await saveListing(tx, listing.id, change, { what: 'ended', detail: { reason } })
  await clearTimer(tx, { job: expireJob, subjectId: listing.id })
  await publishDomainChange(tx, listing.userId)
  return listing
}

/**
 * Updates the listings of a name. One without verification is hidden; it ends when somebody else
 * has verified the name, or the name has left. The name must be locked.
 */
export async function followName(tx: Tx, name: string): Promise<void> {
  for (const { listing, isProved, isHeld, isGone } of await listOpenOfName(tx, name)) {
    const { id, domainId } = listing
    if (isGone || (!isProved && (await hasProvedOwner(tx, name)))) {
      await closeListing(tx, { domainId, reason: 'ownership changed' })
    } else if (!isProved && !listing.isPaused) {
      await saveListing(tx, id, { isPaused: true, isActive: false }, { what: 'paused' })
    } else if (isProved && (listing.isPaused || listing.isCustodyReady !== isHeld)) {
      const isActive = listing.expiresAt > tx.now && !listing.isReserved
      const change = { isPaused: false, isActive, isCustodyReady: isHeld }
      await saveListing(tx, id, change, { what: 'followed', detail: { isHeld } })
      if (isActive && !listing.isActive) await alertOf(tx, id)
    }
  }
}

/** Its 30 days are over: hidden, and one click from being shown again. */
export async function expireListing(tx: Tx, listingId: string): Promise<void> {
  const found = await findListing(tx, listingId)
  if (!found) return
  await getLockedDomain(tx, found.domainId)
  const listing = await findListing(tx, listingId)
  if (!listing || listing.endedAt || listing.expiresAt > tx.now) return
  await saveListing(tx, listingId, { isActive: false }, { what: 'expired' })
  await publishDomainChange(tx, listing.userId)
}

async function readOwnTerms(
  tx: Tx,
  userId: string,
  { acceptsByItself, confirmedRate, ...typed }: TypedTerms,
): Promise<Terms> {
  const terms = readTerms(typed, wireNames)
  await requireAllowed(tx, { terms, userIds: [userId], fields: wireNames })
  await requireHandover(tx, userId)
  requireConfirmedRate(terms, confirmedRate)
  return { ...terms, adjustedBps: adjustedBps(terms), acceptsByItself }
}

const wireNames = {
  amount: 'desired_loan_amount',
  term: 'desired_term',
  rate: 'desired_apy',
} as const

/** In basis points; the screens show whole percent. */
const ltvOf = (amountCents: number, valueCents: number | null): number | null => {
  const percent = loanToValuePercent({ amountCents: amountCents * 100, valueCents })
  return percent === null ? null : Math.min(percent, 2_000_000_000)
}
