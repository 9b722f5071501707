/**
 * Payment details are shown at the moment of paying, to the one who pays, and pinned: it is known
 * which version was shown to whom. When the lender opens them, a payment window of 72 hours begins,
 * in which the borrower cannot cancel.
 */
import type { LifecyclePhase, Party } from '@pier/protocol/lifecycles/loan'
import { invariant } from '../../../platform/app-error.ts'
import type { KeyRing } from '../../../platform/config.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { findPayeeInForce, openPayee } from '../../users/users.service.ts'
import { openLoan, submit, type ActionInput } from '../machine/submit-action.ts'
import type { Loan } from '../facts/loans.repository.ts'
import { payoffOn } from '../facts/loan-view.ts'
import { findPayeeOfOther, pinData, pinPayee } from './payee-pins.service.ts'
import { findLastReveal } from '../facts/reveals.repository.ts'
import { requireRenewalReserve, waiverOf } from '../machine/renewal-reserve.service.ts'
import type { LockedLoan } from '../facts/loan.ts'

type Side = LockedLoan & { party: Party }
type Asked = ActionInput & { waivesRunway: boolean }

export async function revealPayee(tx: Tx, dataKeys: KeyRing, asked: Asked) {
  const side = await openLoan(tx, asked, () => 'reveal_payee')
  const payeeId = (await findShown(tx, side)) ?? (await showAnew(tx, asked, side))
  const { payee, name, lines } = await openPayee(tx, dataKeys, payeeId)
  const { loan, party } = side
  return {
    rail: payee.rail,
    name,
    lines,
    lockedSince: payee.activeFrom,
    amountCents: await amountOf(tx, side),
    reference: `${loan.code}-${party === 'LENDER' ? 'IN' : 'OUT'}`,
    rest: party === 'LENDER' ? await findRest(tx, dataKeys, loan) : null,
  }
}

/** A lender who takes over pays the one before; what is lent beyond that goes to the borrower. */
async function findRest(tx: Tx, dataKeys: KeyRing, loan: Loan) {
  const amountCents = loan.amountCents - (loan.payoffCents ?? loan.amountCents)
  if (!loan.isLinked || amountCents <= 0) return null
  const wanted = { userId: loan.borrowerId, rail: loan.rail }
  const payee = await findPayeeInForce(tx, wanted)
  if (!payee) return null
  const { name, lines } = await openPayee(tx, dataKeys, payee.id)
  return { name, lines, amountCents }
}

/** In these phases a party sees the pinned details again, without a new transition. */
const pinnedIn: Record<Party, readonly LifecyclePhase[]> = {
  LENDER: ['PAYMENT_WINDOW', 'FUNDING_CLAIMED'],
  BORROWER: ['ACTIVE', 'DEFAULT_NOTICED', 'SEIZURE_READY', 'REPAYMENT_CLAIMED'],
}

async function findShown(tx: Tx, side: Side): Promise<string | undefined> {
  const { loan, party } = side
  if (!pinnedIn[party].includes(loan.phase)) return undefined
  const shown = await findLastReveal(tx, { escrowId: loan.id, shownTo: party })
  if (party === 'LENDER') return shown?.payeeId
  // A loan runs for months: details that changed meanwhile, with notice, are the ones to pay to.
  const inForce = await findPayeeOfOther(tx, side)
  return shown && shown.payeeId === inForce?.id ? inForce.id : undefined
}

async function showAnew(tx: Tx, asked: Asked, side: Side): Promise<string> {
  const { loan, party } = side
  const payee = await findPayeeOfOther(tx, side)
  const data = { ...pinData(payee), ...waiverOf(side, asked.waivesRunway) }
  await submit(tx, asked, side, { action: 'reveal', data })
  await requireRenewalReserve(tx, side)
  invariant(payee, 'the step asks for details that count')
  await pinPayee(tx, loan, { payee, party })
  return payee.id
}

/** The loan amount or the payout for a lender; today's payoff for a borrower. */
async function amountOf(tx: Tx, { loan, facts, party }: Side): Promise<number> {
  const { amountCents, payoffCents } = loan
  if (party === 'LENDER') return Math.min(payoffCents ?? amountCents, amountCents)
  const owedCents = payoffOn({ loan, facts }, tx.now)
  invariant(owedCents !== null, 'a loan that runs is owed')
  return owedCents
}
