/**
 * What the two parties of a loan can do, one function per action. The lifecycle says which action
 * is open to whom and when; this adds the data of each.
 */
import { phases } from '@pier/protocol/lifecycles/phases'
import { disputeReasons, type DisputeReason } from '@pier/protocol/loans/disputes'
import { limits } from '@pier/protocol/limits'
import { AppError } from '../../../platform/app-error.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { confirmOpenPayment } from '../repayment/confirm-payment.ts'
import type { Loan } from '../facts/loans.repository.ts'
import { findPayeeOfOther, pinData, pinPayee } from '../repayment/payee-pins.service.ts'
import { decidePayments, hasWithdrawnFunding, insertPayment } from '../facts/payments.repository.ts'
import { notifyOfPayout } from '../refinance/notices.ts'
import { requireRenewalReserve, waiverOf } from '../machine/renewal-reserve.service.ts'
import { dateOf, detailsByOf } from '../facts/loan-view.ts'
import { openDispute } from '../machine/open-dispute.ts'
import {
  openLoan,
  submit,
  readDate,
  type Own,
  type Payment,
  type ActionInput,
} from '../machine/submit-action.ts'

export async function cancelLoan(tx: Tx, input: ActionInput): Promise<Loan> {
  const locked = await openLoan(tx, input)
  const change = { endReason: 'cancelled', lapsedBy: lapsedByOf(tx, locked) }
  const { loan } = await submit(tx, input, locked, { action: 'cancel', change })
  return loan
}

/** A lender's cancel for lack of details after their deadline is a lapse of the borrower. */
function lapsedByOf(tx: Tx, { loan, guardFacts, party }: Own): 'BORROWER' | null {
  const detailsBy = detailsByOf(loan)
  const isWaiting = loan.phase === 'AWAITING_PAYMENT' && guardFacts.payee.BORROWER === 'missing'
  const isLate = detailsBy !== null && tx.now >= detailsBy
  return party === 'LENDER' && isWaiting && isLate && !loan.isLinked ? 'BORROWER' : null
}

type Waiver = { waivesRunway?: boolean | undefined }

/** "I sent it" waits for the borrower; "I received it" starts the loan. */
export async function markPaid(tx: Tx, input: ActionInput & Payment & Waiver): Promise<Loan> {
  const locked = await openLoan(tx, input, (party) =>
    party === 'BORROWER' ? 'confirm_receipt' : null,
  )
  return locked.party === 'LENDER'
    ? claimFunding(tx, input, locked)
    : admitFunding(tx, input, locked, 'markPaid')
}

/** Outside the payment window, this pins the current details as the ones to pay to. */
async function claimFunding(
  tx: Tx,
  input: ActionInput & Payment & Waiver,
  locked: Own,
): Promise<Loan> {
  const { amountCents = locked.loan.amountCents, reference = null } = input
  const paidOn = readDate(tx, input.paidOn, locked.loan.custodyAt)
  const isUnseen = locked.loan.phase === 'AWAITING_PAYMENT'
  const payee = isUnseen ? await findPayeeOfOther(tx, locked) : undefined
  const waiver = waiverOf(locked, input.waivesRunway)
  const data = { amountCents, paidOn, reference, ...pinData(payee), ...waiver }
  const record = async ({ id: escrowId }: Loan) => {
    if (payee) await pinPayee(tx, locked.loan, { payee, party: locked.party })
    const claim = { kind: 'FUNDING', claimedBy: 'LENDER' } as const
    await insertPayment(tx, { escrowId, ...claim, amountCents, paidOn, reference })
  }
  const step = { action: 'markPaid', data, record } as const
  const { loan, isRepeated } = await submit(tx, input, locked, step)
  await requireRenewalReserve(tx, locked)
  if (!isRepeated && loan.isLinked) await notifyOfPayout(tx, locked, loan)
  return loan
}

export async function confirmReceipt(tx: Tx, input: ActionInput & Payment): Promise<Loan> {
  const locked = await openLoan(tx, input, () => 'confirm_receipt')
  return admitFunding(tx, input, locked, 'confirmReceipt')
}

async function admitFunding(
  tx: Tx,
  input: ActionInput & Payment,
  locked: Own,
  action: 'markPaid' | 'confirmReceipt',
): Promise<Loan> {
  const valueDate = readDate(tx, input.paidOn, locked.loan.custodyAt)
  const record = ({ id }: Loan) => decidePayments(tx, id, 'CONFIRMED')
  const step = { action, change: { valueDate }, data: { valueDate }, record }
  return (await submit(tx, input, locked, step)).loan
}

/** The lender withdraws the claim to have paid, or ends the payment window without paying. */
export async function withdrawClaim(tx: Tx, input: ActionInput): Promise<Loan> {
  const opened = await openLoan(tx, input)
  // Only the first claim's time is given back, or a lender could put off paying for ever.
  const isFirst = !(await hasWithdrawnFunding(tx, opened.loan.id))
  const locked = isFirst ? opened : { ...opened, loan: { ...opened.loan, claimedAt: null } }
  const record = ({ id }: Loan) => decidePayments(tx, id, 'WITHDRAWN')
  return (await submit(tx, input, locked, { action: 'withdrawClaim', record })).loan
}

/** "Repaid": from the lender it ends the loan, from the borrower it waits for the lender. */
export async function finalizeRepaid(tx: Tx, input: ActionInput & Payment): Promise<Loan> {
  const locked = await openLoan(tx, input, (party) =>
    party === 'LENDER' ? 'release_domain' : null,
  )
  if (locked.party === 'LENDER') {
    const change = { endReason: 'repaid' }
    await confirmOpenPayment(tx, locked)
    return (await submit(tx, input, locked, { action: 'finalize', change })).loan
  }
  const paidOn = readDate(tx, input.paidOn, locked.loan.custodyAt)
  const { amountCents = null, reference = null } = input
  const data = { amountCents, paidOn, reference }
  const record = async ({ id: escrowId }: Loan) => {
    // An open partial payment is part of what is claimed now.
    await decidePayments(tx, escrowId, 'WITHDRAWN')
    await insertPayment(tx, { escrowId, kind: 'FULL', claimedBy: 'BORROWER', ...data })
  }
  return (await submit(tx, input, locked, { action: 'finalize', data, record })).loan
}

/** No details to pay to: interest stops from the attempt until there are. */
export async function tender(tx: Tx, input: ActionInput): Promise<Loan> {
  const locked = await openLoan(tx, input)
  const tenderedOn = dateOf(tx.now)
  const step = { action: 'tender', change: { tenderedOn }, data: { tenderedOn } } as const
  return (await submit(tx, input, locked, step)).loan
}

/** Unpaid after the grace period: the borrower gets a notice and time to answer. */
export async function claimDefault(tx: Tx, input: ActionInput): Promise<Loan> {
  const locked = await openLoan(tx, input, () => 'claim_default')
  const { loan } = await submit(tx, input, locked, { action: 'claimDefault' })
  return loan
}

/** The borrower gives the domain for the debt, and types its name to show that it is meant. */
export async function surrender(tx: Tx, input: ActionInput & { domain: string }): Promise<Loan> {
  const locked = await openLoan(tx, input, () => 'surrender_domain')
  const typed = input.domain.trim().toLowerCase()
  if (![locked.domain.name, locked.domain.unicodeName].some((name) => name === typed)) {
    throw new AppError('domain_typed_wrong', { field: 'domain' })
  }
  const change = { endReason: 'surrendered' }
  const { loan } = await submit(tx, input, locked, { action: 'surrender', change })
  return loan
}

const sellMs = limits.sellDays * 24 * 3_600_000

/** A domain worth far more than the debt may be sold: extends the objection period, once. */
export async function askToSell(tx: Tx, input: ActionInput): Promise<Loan> {
  const locked = await openLoan(tx, input)
  const until = locked.loan.objectionUntil
  const objectionUntil = until && new Date(until.getTime() + sellMs)
  const change = { objectionUntil, deadlineAt: objectionUntil, stayedAt: tx.now }
  const { loan } = await submit(tx, input, locked, { action: 'askToSell', change })
  return loan
}

type Escalation = { reason?: DisputeReason | undefined; statement?: string | undefined }

/** Freezes the loan and calls operators. It decides nothing by itself. */
export async function escalate(tx: Tx, input: ActionInput & Escalation): Promise<Loan> {
  const locked = await openLoan(tx, input)
  const reason = input.reason ?? reasonOf(locked)
  const statement = input.statement?.trim() || null
  const data = { reason, statement }
  const { loan, isRepeated } = await submit(tx, input, locked, { action: 'escalate', data })
  if (!isRepeated) await openDispute(tx, locked, { ...data, openedBy: locked.party })
  return loan
}

/** The reason of an escalation if none was given. */
const reasonOf = ({ loan, party }: Own): DisputeReason =>
  phases[loan.phase].disputes?.[party] ?? disputeReasons.OTHER.code
