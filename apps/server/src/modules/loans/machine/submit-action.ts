/** How a party acts on a loan: locks the caller, then the loan, then applies a transition. */
import type { LoanAction, Outcome, Party } from '@pier/protocol/lifecycles/loan'
import { AppError } from '../../../platform/app-error.ts'
import type { Json } from '../../../platform/crypto/canonical.ts'
import type { Tx } from '../../../platform/db/database.ts'
import {
  checkStepUp,
  lockCaller,
  type Caller,
  type StepUpAction,
} from '../../users/users.service.ts'
import type { Loan, LoanChange } from '../facts/loans.repository.ts'
import { lockChain } from '../facts/loan-rows.repository.ts'
import { lockLoanOf, applyTransition } from './transitions.service.ts'
import type { LockedLoan } from '../facts/loan.ts'

export type ActionInput = Caller & { escrowId: string; version?: number | undefined }
export type Own = LockedLoan & { party: Party }
type Taken = {
  action: LoanAction
  outcome?: Outcome
  change?: LoanChange
  data?: { [key: string]: Json }
  record?: (loan: Loan) => Promise<void>
}

/** Locks the caller, then the loan, and checks the step-up that the action needs. */
export async function openLoan(
  tx: Tx,
  { userId, sessionId, escrowId }: ActionInput,
  stepUpFor: (party: Party) => StepUpAction | null = () => null,
): Promise<Own> {
  const caller = await lockCaller(tx, { userId, sessionId })
  const locked = await lockLoanOf(tx, { escrowId, userId })
  const action = stepUpFor(locked.party)
  if (action) await checkStepUp(tx, caller, { action, object: escrowId })
  return locked
}

/** The same for events that are no transition. */
export async function openChain(tx: Tx, { userId, sessionId, escrowId }: ActionInput) {
  await lockCaller(tx, { userId, sessionId })
  const locked = await lockChain(tx, { escrowId, userId })
  if (!locked) throw new AppError('escrow_not_found')
  return locked
}

export function submit(tx: Tx, { userId, version }: ActionInput, locked: Own, taken: Taken) {
  return applyTransition(tx, locked, { ...taken, actor: locked.party, actorId: userId, version })
}

/** An open proposal or payment can be replaced, so accepting it needs the version seen. */
export function requireSeen({ version }: ActionInput): void {
  if (version === undefined) throw new AppError('version_needed', { field: 'version' })
}

export type Payment = {
  amountCents?: number | undefined
  paidOn?: string | undefined
  reference?: string | undefined
}

/** Today, or the given day: not in the future, and not before `notBefore`. */
export function readDate(tx: Tx, typed: string | undefined, notBefore: Date | null): string {
  const today = tx.now.toISOString().slice(0, 10)
  const date = typed ?? today
  const first = notBefore?.toISOString().slice(0, 10) ?? date
  if (date > today || date < first) throw new AppError('date_out_of_range', { field: 'paid_on' })
  return date
}
