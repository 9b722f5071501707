/**
 * What the two sides of a loan can do, one function an action. Which of it is open, for whom and when,
 * stands in the lifecycle; here is what each carries along.
 */
import { phases } from '@pier/protocol/lifecycles/phases'
import { disputeReasons, type DisputeReason } from '@pier/protocol/loans/disputes'
import { limits } from '@pier/protocol/limits'
import { AppError } from '../../../platform/app-error.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { confirmOpenPayment } from '../repayment/confirm-payment.ts'
import type { Escrow } from '../facts/loans.repository.ts'
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

export async function cancelEscrow(tx: Tx, input: ActionInput): Promise<Escrow> {
  const loan = await openLoan(tx, input)
  const change = { endReason: 'cancelled', lapsedBy: lapsedByOf(tx, loan) }
  const { escrow } = await submit(tx, input, loan, { action: 'cancel', change })
  return escrow
}

/** Who waits in vain for the borrower's payment details may go, and it stands on the borrower's record. */
function lapsedByOf(tx: Tx, { escrow, guardFacts, party }: Own): 'BORROWER' | null {
  const detailsBy = detailsByOf(escrow)
  const isWaiting = escrow.phase === 'AWAITING_PAYMENT' && guardFacts.payee.BORROWER === 'missing'
  const isLate = detailsBy !== null && tx.now >= detailsBy
  return party === 'LENDER' && isWaiting && isLate && !escrow.isLinked ? 'BORROWER' : null
}

type Waiver = { waivesRunway?: boolean | undefined }

/** "I sent it" waits for the borrower; "I received it" starts the loan. */
export async function markPaid(tx: Tx, input: ActionInput & Payment & Waiver): Promise<Escrow> {
  const loan = await openLoan(tx, input, (party) =>
    party === 'BORROWER' ? 'confirm_receipt' : null,
  )
  return loan.party === 'LENDER'
    ? claimFunding(tx, input, loan)
    : admitFunding(tx, input, loan, 'markPaid')
}

/** Without the details having been opened before, it counts as that too: these were to be paid to. */
async function claimFunding(
  tx: Tx,
  input: ActionInput & Payment & Waiver,
  loan: Own,
): Promise<Escrow> {
  const { amountCents = loan.escrow.amountCents, reference = null } = input
  const paidOn = readDate(tx, input.paidOn, loan.escrow.custodyAt)
  const isUnseen = loan.escrow.phase === 'AWAITING_PAYMENT'
  const payee = isUnseen ? await findPayeeOfOther(tx, loan) : undefined
  const waiver = waiverOf(loan, input.waivesRunway)
  const data = { amountCents, paidOn, reference, ...pinData(payee), ...waiver }
  const record = async ({ id: escrowId }: Escrow) => {
    if (payee) await pinPayee(tx, loan.escrow, { payee, party: loan.party })
    const claim = { kind: 'FUNDING', claimedBy: 'LENDER' } as const
    await insertPayment(tx, { escrowId, ...claim, amountCents, paidOn, reference })
  }
  const step = { action: 'markPaid', data, record } as const
  const { escrow, isRepeated } = await submit(tx, input, loan, step)
  await requireRenewalReserve(tx, loan)
  if (!isRepeated && escrow.isLinked) await notifyOfPayout(tx, loan, escrow)
  return escrow
}

export async function confirmReceipt(tx: Tx, input: ActionInput & Payment): Promise<Escrow> {
  const loan = await openLoan(tx, input, () => 'confirm_receipt')
  return admitFunding(tx, input, loan, 'confirmReceipt')
}

async function admitFunding(
  tx: Tx,
  input: ActionInput & Payment,
  loan: Own,
  action: 'markPaid' | 'confirmReceipt',
): Promise<Escrow> {
  const valueDate = readDate(tx, input.paidOn, loan.escrow.custodyAt)
  const record = ({ id }: Escrow) => decidePayments(tx, id, 'CONFIRMED')
  const step = { action, change: { valueDate }, data: { valueDate }, record }
  return (await submit(tx, input, loan, step)).escrow
}

/** "I did not send it": of a claim, or of details that were seen. */
export async function withdrawClaim(tx: Tx, input: ActionInput): Promise<Escrow> {
  const opened = await openLoan(tx, input)
  // The days to pay get the time of one claim back. Of more, a lender would never have to pay.
  const isFirst = !(await hasWithdrawnFunding(tx, opened.escrow.id))
  const loan = isFirst ? opened : { ...opened, escrow: { ...opened.escrow, claimedAt: null } }
  const record = ({ id }: Escrow) => decidePayments(tx, id, 'WITHDRAWN')
  return (await submit(tx, input, loan, { action: 'withdrawClaim', record })).escrow
}

/** "Repaid": from the lender it ends the loan, from the borrower it waits for the lender. */
export async function finalizeRepaid(tx: Tx, input: ActionInput & Payment): Promise<Escrow> {
  const loan = await openLoan(tx, input, (party) => (party === 'LENDER' ? 'release_domain' : null))
  if (loan.party === 'LENDER') {
    const change = { endReason: 'repaid' }
    await confirmOpenPayment(tx, loan)
    return (await submit(tx, input, loan, { action: 'finalize', change })).escrow
  }
  const paidOn = readDate(tx, input.paidOn, loan.escrow.custodyAt)
  const { amountCents = null, reference = null } = input
  const data = { amountCents, paidOn, reference }
  const record = async ({ id: escrowId }: Escrow) => {
    // A part that waited to be confirmed is part of what is claimed now.
    await decidePayments(tx, escrowId, 'WITHDRAWN')
    await insertPayment(tx, { escrowId, kind: 'FULL', claimedBy: 'BORROWER', ...data })
  }
  return (await submit(tx, input, loan, { action: 'finalize', data, record })).escrow
}

/** Nowhere to pay to: no interest runs from the day of the attempt until there is. */
export async function tender(tx: Tx, input: ActionInput): Promise<Escrow> {
  const loan = await openLoan(tx, input)
  const tenderedOn = dateOf(tx.now)
  const step = { action: 'tender', change: { tenderedOn }, data: { tenderedOn } } as const
  return (await submit(tx, input, loan, step)).escrow
}

/** Nothing came, and the days of grace are over: the borrower gets a notice and time to answer. */
export async function claimDefault(tx: Tx, input: ActionInput): Promise<Escrow> {
  const loan = await openLoan(tx, input, () => 'claim_default')
  const { escrow } = await submit(tx, input, loan, { action: 'claimDefault' })
  return escrow
}

/** The borrower gives the domain for the debt, and types its name to show that it is meant. */
export async function surrender(tx: Tx, input: ActionInput & { domain: string }): Promise<Escrow> {
  const loan = await openLoan(tx, input, () => 'surrender_domain')
  const typed = input.domain.trim().toLowerCase()
  if (![loan.domain.name, loan.domain.unicodeName].some((name) => name === typed)) {
    throw new AppError('domain_typed_wrong', { field: 'domain' })
  }
  const change = { endReason: 'surrendered' }
  const { escrow } = await submit(tx, input, loan, { action: 'surrender', change })
  return escrow
}

const sellMs = limits.sellDays * 24 * 3_600_000

/** A name worth far more than the debt may be sold to settle it: the window stands open longer, once. */
export async function askToSell(tx: Tx, input: ActionInput): Promise<Escrow> {
  const loan = await openLoan(tx, input)
  const until = loan.escrow.objectionUntil
  const objectionUntil = until && new Date(until.getTime() + sellMs)
  const change = { objectionUntil, deadlineAt: objectionUntil, stayedAt: tx.now }
  const { escrow } = await submit(tx, input, loan, { action: 'askToSell', change })
  return escrow
}

type Escalation = { reason?: DisputeReason | undefined; statement?: string | undefined }

/** Freezes the loan and calls operators. It decides nothing by itself. */
export async function escalate(tx: Tx, input: ActionInput & Escalation): Promise<Escrow> {
  const loan = await openLoan(tx, input)
  const reason = input.reason ?? reasonOf(loan)
  const statement = input.statement?.trim() || null
  const data = { reason, statement }
  const { escrow, isRepeated } = await submit(tx, input, loan, { action: 'escalate', data })
  if (!isRepeated) await openDispute(tx, loan, { ...data, openedBy: loan.party })
  return escrow
}

/** What an escalation means where nothing is said about it. */
const reasonOf = ({ escrow, party }: Own): DisputeReason =>
  phases[escrow.phase].disputes?.[party] ?? disputeReasons.OTHER.code
