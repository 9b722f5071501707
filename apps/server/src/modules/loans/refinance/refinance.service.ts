/**
 * Another lender takes a loan over. The borrower lists the domain while the loan runs; an offer that
 * is accepted makes a second loan, linked to the first, that waits with its domain untouched. Its
 * lender pays out the first one, whose word ends the one loan and starts the other in one step: the
 * domain is never free between, and nobody owes twice.
 */
import { findTransition } from '@pier/protocol/lifecycles/escrow'
import { limits } from '@pier/protocol/limits'
import { owedOn } from '@pier/protocol/loans/repayment'
import { dayMs } from '@pier/protocol/time'
import { AppError, invariant } from '../../../platform/app-error.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { listForRefinance, type TypedNumber } from '../../listings/listings.service.ts'
import type { Offer } from '../../offers/offers.service.ts'
import { closeDispute } from '../facts/disputes.repository.ts'
import { openLoan, submit, type ActionInput } from '../machine/submit-action.ts'
import { findSuccessor, type Escrow } from '../facts/loans.repository.ts'
import { dateOf, readDebt } from '../facts/loan-view.ts'
import { decidePayments } from '../facts/payments.repository.ts'
import { notifyOfLink } from './notices.ts'
import { lockLoan, noteEvent, applyTransition } from '../machine/transitions.service.ts'
import { type Loan, type TransitionInput } from '../facts/loan.ts'

type Ask = {
  amount: TypedNumber
  term: TypedNumber
  rate: TypedNumber
  confirmedRate?: TypedNumber | undefined
}

/** Lists the domain of a loan that runs, for what pays that out or more. */
export async function seekRefinance(tx: Tx, input: ActionInput & Ask): Promise<Escrow> {
  const loan = await openLoan(tx, input)
  const { escrow, isRepeated } = await submit(tx, input, loan, { action: 'seekRefinance' })
  if (isRepeated) return escrow
  const { amount, term, rate, confirmedRate } = input
  const ask = { amount, term, rate, confirmedRate, acceptsByItself: false }
  const amountCentsMin = await payoutCents(tx, escrow)
  await listForRefinance(tx, { domain: loan.domain, amountCentsMin, ...ask })
  return escrow
}

/** What ends the loan on the last day there is to pay it, so that its lender is never short. */
async function payoutCents(tx: Tx, escrow: Escrow): Promise<number> {
  const debt = await readDebt(tx, escrow)
  invariant(debt, 'a loan that is refinanced runs')
  return owedOn(debt, dateOf(new Date(tx.now.getTime() + limits.payDays * dayMs))).payoffCents
}

export type Link = { former: Loan; refinancesId: string; payoffCents: number }

/** An offer was accepted on a domain that stands for a loan: it takes that over, or is refused. */
export async function linkTo(tx: Tx, escrowId: string, offer: Offer): Promise<Link> {
  const former = await lockLoan(tx, escrowId)
  const seek = findTransition(former.guardFacts, { action: 'seekRefinance', actor: 'BORROWER' })
  if (!seek.row || former.escrow.borrowerId !== offer.borrowerId) {
    throw new AppError('domain_in_loan')
  }
  if (former.escrow.lenderId === offer.lenderId) throw new AppError('own_loan')
  const payoffCents = await payoutCents(tx, former.escrow)
  if (offer.amountCents < payoffCents) throw new AppError('refinance_short')
  return { former, refinancesId: escrowId, payoffCents }
}

export async function noteLink(tx: Tx, { former, payoffCents }: Link, linked: Escrow) {
  const data = { payoffCents, amountCents: linked.amountCents, code: linked.code }
  await noteEvent(tx, former.escrow, { action: 'link', data })
  await notifyOfLink(tx, former, linked)
}

/** On the linked loan: what remains after the payout has come to the borrower. */
export async function confirmRest(tx: Tx, input: ActionInput): Promise<Escrow> {
  const loan = await openLoan(tx, input, () => 'confirm_receipt')
  const { restConfirmedAt, isLinked, amountCents, payoffCents } = loan.escrow
  if (loan.party === 'BORROWER' && restConfirmedAt) return loan.escrow
  const restCents = amountCents - (payoffCents ?? 0)
  if (isLinked && restCents <= 0) {
    throw new AppError('escrow_guarded', { message: 'Nothing remains after the payout.' })
  }
  const change = { restConfirmedAt: tx.now }
  const data = { restCents }
  return (await submit(tx, input, loan, { action: 'confirmRest', change, data })).escrow
}

/** On the first loan: its lender has been paid out, and the other takes its place. */
export async function confirmRefinance(tx: Tx, input: ActionInput): Promise<Escrow> {
  const loan = await openLoan(tx, input, () => 'release_domain')
  const { userId: actorId, version } = input
  return carryOutRefinance(tx, loan, { actor: loan.party, actorId, version })
}

/** By the word of the first lender, or of two operators in a dispute. */
export async function carryOutRefinance(
  tx: Tx,
  loan: Loan,
  by: Pick<TransitionInput, 'actor' | 'actorId' | 'version' | 'data'>,
): Promise<Escrow> {
  const successor = await findSuccessor(tx, loan.escrow.id)
  const change = { endReason: 'refinanced' }
  const data = { payoffCents: successor?.payoffCents ?? null, ...by.data }
  const step = { ...by, action: 'refinance', change, data } as const
  const { escrow, isRepeated } = await applyTransition(tx, loan, step)
  if (isRepeated) return escrow
  invariant(successor, 'a loan is refinanced by another')
  await closeDispute(tx, escrow.id, 'REFINANCED')
  await takeOver(tx, successor)
  return escrow
}

async function takeOver(tx: Tx, { id }: Escrow): Promise<void> {
  const valueDate = dateOf(tx.now)
  const change = { isLinked: false, valueDate }
  const loan = await lockLoan(tx, id)
  await decidePayments(tx, id, 'CONFIRMED')
  await applyTransition(tx, loan, {
    action: 'takeOver',
    actor: 'SYSTEM',
    change,
    data: { valueDate },
  })
}
