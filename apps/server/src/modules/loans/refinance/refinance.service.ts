/**
 * Another lender takes over a loan. The borrower lists the domain while the loan runs; accepting an
 * offer makes a second loan, linked to the first, that leaves the domain alone. Its lender pays out
 * the first lender, whose confirmation ends one loan and starts the other in one transaction: the
 * domain is never free, and nobody owes twice.
 */
import { findTransition } from '@pier/protocol/lifecycles/loan'
import { limits } from '@pier/protocol/limits'
import { owedOn } from '@pier/protocol/loans/repayment'
import { dayMs } from '@pier/protocol/time'
import { AppError, invariant } from '../../../platform/app-error.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { listForRefinance, type TypedNumber } from '../../listings/listings.service.ts'
import type { Offer } from '../../offers/offers.service.ts'
import { closeDispute } from '../facts/disputes.repository.ts'
import { openLoan, submit, type ActionInput } from '../machine/submit-action.ts'
import { findSuccessor, type Loan } from '../facts/loans.repository.ts'
import { dateOf, readDebt } from '../facts/loan-view.ts'
import { decidePayments } from '../facts/payments.repository.ts'
import { notifyOfLink } from './notices.ts'
import { lockLoan, noteEvent, applyTransition } from '../machine/transitions.service.ts'
import { type LockedLoan, type TransitionInput } from '../facts/loan.ts'

type Ask = {
  amount: TypedNumber
  term: TypedNumber
  rate: TypedNumber
  confirmedRate?: TypedNumber | undefined
}

/** Lists the domain of a running loan, for its payoff or more. */
export async function seekRefinance(tx: Tx, input: ActionInput & Ask): Promise<Loan> {
  const locked = await openLoan(tx, input)
  const { loan, isRepeated } = await submit(tx, input, locked, { action: 'seekRefinance' })
  if (isRepeated) return loan
  const { amount, term, rate, confirmedRate } = input
  const ask = { amount, term, rate, confirmedRate, acceptsByItself: false }
  const amountCentsMin = await payoutCents(tx, loan)
  await listForRefinance(tx, { domain: locked.domain, amountCentsMin, ...ask })
  return loan
}

/** The payoff on the last day it may be paid, so that the lender is never short. */
async function payoutCents(tx: Tx, loan: Loan): Promise<number> {
  const debt = await readDebt(tx, loan)
  invariant(debt, 'a loan that is refinanced runs')
  return owedOn(debt, dateOf(new Date(tx.now.getTime() + limits.payDays * dayMs))).payoffCents
}

export type Link = { former: LockedLoan; refinancesId: string; payoffCents: number }

/** An offer was accepted on a domain with a loan: refinances that loan, or is refused. */
export async function linkTo(tx: Tx, escrowId: string, offer: Offer): Promise<Link> {
  const former = await lockLoan(tx, escrowId)
  const seek = findTransition(former.guardFacts, { action: 'seekRefinance', actor: 'BORROWER' })
  if (!seek.row || former.loan.borrowerId !== offer.borrowerId) {
    throw new AppError('domain_in_loan')
  }
  if (former.loan.lenderId === offer.lenderId) throw new AppError('own_loan')
  const payoffCents = await payoutCents(tx, former.loan)
  if (offer.amountCents < payoffCents) throw new AppError('refinance_short')
  return { former, refinancesId: escrowId, payoffCents }
}

export async function noteLink(tx: Tx, { former, payoffCents }: Link, linked: Loan) {
  const data = { payoffCents, amountCents: linked.amountCents, code: linked.code }
  await noteEvent(tx, former.loan, { action: 'link', data })
  await notifyOfLink(tx, former, linked)
}

/** On the linked loan: the borrower received the rest after the payout. */
export async function confirmRest(tx: Tx, input: ActionInput): Promise<Loan> {
  const locked = await openLoan(tx, input, () => 'confirm_receipt')
  const { restConfirmedAt, isLinked, amountCents, payoffCents } = locked.loan
  if (locked.party === 'BORROWER' && restConfirmedAt) return locked.loan
  const restCents = amountCents - (payoffCents ?? 0)
  if (isLinked && restCents <= 0) {
    throw new AppError('escrow_guarded', { message: 'Nothing is left after the payout.' })
  }
  const change = { restConfirmedAt: tx.now }
  const data = { restCents }
  return (await submit(tx, input, locked, { action: 'confirmRest', change, data })).loan
}

/** On the first loan: its lender has been paid out, and the other takes its place. */
export async function confirmRefinance(tx: Tx, input: ActionInput): Promise<Loan> {
  const locked = await openLoan(tx, input, () => 'release_domain')
  const { userId: actorId, version } = input
  return carryOutRefinance(tx, locked, { actor: locked.party, actorId, version })
}

/** By the first lender's confirmation, or a ruling in a dispute. */
export async function carryOutRefinance(
  tx: Tx,
  locked: LockedLoan,
  by: Pick<TransitionInput, 'actor' | 'actorId' | 'version' | 'data'>,
): Promise<Loan> {
  const successor = await findSuccessor(tx, locked.loan.id)
  const change = { endReason: 'refinanced' }
  const data = { payoffCents: successor?.payoffCents ?? null, ...by.data }
  const step = { ...by, action: 'refinance', change, data } as const
  const { loan, isRepeated } = await applyTransition(tx, locked, step)
  if (isRepeated) return loan
  invariant(successor, 'a loan is refinanced by another')
  await closeDispute(tx, loan.id, 'REFINANCED')
  await takeOver(tx, successor)
  return loan
}

async function takeOver(tx: Tx, { id }: Loan): Promise<void> {
  const valueDate = dateOf(tx.now)
  const change = { isLinked: false, valueDate }
  const locked = await lockLoan(tx, id)
  await decidePayments(tx, id, 'CONFIRMED')
  await applyTransition(tx, locked, {
    action: 'takeOver',
    actor: 'SYSTEM',
    change,
    data: { valueDate },
  })
}
