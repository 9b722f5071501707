/**
 * Opens a loan from an accepted offer and takes it through both signatures and the transfer of the
 * domain. A domain secures one loan at a time: its lock decides who is first, and a database index
 * is the last safeguard.
 */
import { type Party } from '@pier/protocol/lifecycles/loan'
import { clockOf } from '@pier/protocol/lifecycles/phases'
import { contractOf } from '@pier/protocol/rails'
import { invariant } from '../../../platform/app-error.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { orderAgreement } from '../../contracts/contracts.service.ts'
import { publishDomainChange } from '../../domains/domains.service.ts'
import { reserveListing } from '../../listings/listings.service.ts'
import { acceptPendingOffer, lockOffer, type Offer } from '../../offers/offers.service.ts'
import { requireLawfulLoan } from '../../users/users.service.ts'
import { followAdvance } from '../collateral/advances.service.ts'
import { listLoansEver } from '../facts/loan-lists.repository.ts'
import {
  findLoanOfOffer,
  findOpenLoan,
  firstStatus,
  insertLoan,
  type Loan,
} from '../facts/loans.repository.ts'
import { notifyOfAgreement } from '../notices/loan-notices.ts'
import { firstEventOf, insertEvent } from '../facts/events.repository.ts'
import { linkTo, noteLink, type Link } from '../refinance/refinance.service.ts'
import { lockLoan, applyTransition } from '../machine/transitions.service.ts'
import { publishChange } from '../notices/publish.ts'
import { type LockedLoan } from '../facts/loan.ts'
import { scheduleDeadline } from '../clocks/deadlines.ts'

const codeTriesMax = 10

export const collectLoans = listLoansEver

type Accepted = { userId: string; offerId: string; version: number | undefined }

/** Turns a pending offer into a loan that waits for both signatures. Its rivals wait as backups. */
export async function acceptOffer(tx: Tx, accepted: Accepted): Promise<Loan> {
  const lockedOffer = await lockOffer(tx, accepted)
  const made = await findMade(tx, lockedOffer.offer, accepted)
  if (made) return made
  const { offer, domain } = lockedOffer
  const listing = await acceptPendingOffer(tx, lockedOffer, accepted)
  const running = await findOpenLoan(tx, domain.id)
  const link = running && (await linkTo(tx, running.id, offer))
  await reserveListing(tx, listing)
  const loan = await open(tx, { offer, userId: accepted.userId, link })
  if (link) await noteLink(tx, link, loan)
  await orderAgreement(tx, loan.id)
  await notifyOfAgreement(tx, { loan, domain })
  await publishChange(tx, loan)
  await publishDomainChange(tx, loan.borrowerId)
  return loan
}

/** Accepting again returns the loan that the first request made. */
async function findMade(tx: Tx, offer: Offer, { userId, offerId, version }: Accepted) {
  const isSeen = version === undefined || version === offer.version
  if (offer.status !== 'ACCEPTED' || !isSeen) return undefined
  return findLoanOfOffer(tx, { offerId, acceptedBy: userId })
}

type Opened = { offer: Offer; userId: string; link: Link | undefined }

async function open(tx: Tx, { offer, userId, link }: Opened): Promise<Loan> {
  const { domainId, listingId, borrowerId, lenderId, amountCents, termDays, rateBps, rail } = offer
  const clock = clockOf('SIGNATURES', { rail })
  invariant(clock, 'signatures have a clock')
  const deadlineAt = new Date(tx.now.getTime() + clock.ms)
  const parties = { domainId, listingId, offerId: offer.id, borrowerId, lenderId }
  const place = {
    refinancesId: link?.refinancesId ?? null,
    isLinked: link !== undefined,
    payoffCents: link?.payoffCents ?? null,
  }
  const terms = { amountCents, termDays, rateBps, ...place }
  const actor = userId === borrowerId ? 'BORROWER' : 'LENDER'
  const moved = { toStatus: firstStatus, toPhase: 'SIGNATURES', fromStatus: null, fromPhase: null }
  const accepted = { action: 'accept', outcome: null, version: 0, actor, actorId: userId, ...moved }
  const data = { row: 1, ...terms, contract: contractOf(rail), offerId: offer.id }
  const first = firstEventOf(tx, { ...accepted, data })
  let loan: Loan | undefined
  for (let tries = 0; tries < codeTriesMax && !loan; tries++) {
    loan = await insertLoan(tx, { ...parties, ...terms, rail, ...first.head, deadlineAt })
  }
  invariant(loan, 'there is a code left')
  await insertEvent(tx, first.row)
  await scheduleDeadline(tx, loan)
  return loan
}

/** A side has signed. When both have, the loan goes on by itself. */
export async function recordSigned(
  tx: Tx,
  locked: LockedLoan,
  { party, userId, documentHash }: { party: Party; userId: string; documentHash: string },
): Promise<Loan> {
  const { borrowerId, lenderId, rateBps } = locked.loan
  // An address that was missing at acceptance is known by now.
  await requireLawfulLoan(tx, { borrowerId, lenderId, rateBps, userId })
  const change = party === 'BORROWER' ? { borrowerSignedAt: tx.now } : { lenderSignedAt: tx.now }
  const data = { documentHash }
  const sign = { action: 'sign', actor: party, actorId: userId, change, data } as const
  const { loan } = await applyTransition(tx, locked, sign)
  if (!loan.borrowerSignedAt || !loan.lenderSignedAt) return loan
  const signed = await lockLoan(tx, loan.id)
  return (await applyTransition(tx, signed, { action: 'begin', actor: 'SYSTEM' })).loan
}

/**
 * Updates the loan when its domain changes: a transfer that starts, fails or arrives, or a renewal
 * the lender paid for. Called wherever that may have changed; the domain has to be locked.
 */
export async function followDomain(tx: Tx, domainId: string): Promise<void> {
  await followAdvance(tx, domainId)
  const open = await findOpenLoan(tx, domainId)
  if (open?.status !== 'NEW') return
  const locked = await lockLoan(tx, open.id)
  const { isPendingTransfer, transferRefusal, status } = locked.domain
  if (status === 'CUSTODY_PAID') {
    if (!locked.guardFacts.isHeld)
      await applyTransition(tx, locked, { action: 'receiveDomain', actor: 'SYSTEM' })
  } else if (isPendingTransfer && open.phase !== 'TRANSFER_PENDING') {
    await applyTransition(tx, locked, { action: 'startTransfer', actor: 'SYSTEM' })
  } else if (!isPendingTransfer && open.phase === 'TRANSFER_PENDING') {
    const data = { refusal: transferRefusal }
    await applyTransition(tx, locked, { action: 'failTransfer', actor: 'SYSTEM', data })
  }
}
