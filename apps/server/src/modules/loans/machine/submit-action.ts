/** How a side of a loan acts on it: who asks is locked first, then the loan, then its table is asked. */
import type { EscrowAction, Outcome, Party } from '@pier/protocol/lifecycles/escrow'
import { AppError } from '../../../platform/app-error.ts'
import type { Json } from '../../../platform/crypto/canonical.ts'
import type { Tx } from '../../../platform/db/database.ts'
import {
  checkStepUp,
  lockCaller,
  type Caller,
  type StepUpAction,
} from '../../users/users.service.ts'
import type { Escrow, EscrowChange } from '../facts/loans.repository.ts'
import { lockChain } from '../facts/loan-rows.repository.ts'
import { lockLoanOf, applyTransition } from './transitions.service.ts'
import type { Loan } from '../facts/loan.ts'

export type ActionInput = Caller & { escrowId: string; version?: number | undefined }
export type Own = Loan & { party: Party }
type Taken = {
  action: EscrowAction
  outcome?: Outcome
  change?: EscrowChange
  data?: { [key: string]: Json }
  record?: (escrow: Escrow) => Promise<void>
}

/** Who presses is locked first, then the loan. What cannot be taken back asks who it is once more. */
export async function openLoan(
  tx: Tx,
  { userId, sessionId, escrowId }: ActionInput,
  stepUpFor: (party: Party) => StepUpAction | null = () => null,
): Promise<Own> {
  const caller = await lockCaller(tx, { userId, sessionId })
  const loan = await lockLoanOf(tx, { escrowId, userId })
  const action = stepUpFor(loan.party)
  if (action) await checkStepUp(tx, caller, { action, object: escrowId })
  return loan
}

/** The same for what is only written down, and moves nothing. */
export async function openChain(tx: Tx, { userId, sessionId, escrowId }: ActionInput) {
  await lockCaller(tx, { userId, sessionId })
  const loan = await lockChain(tx, { escrowId, userId })
  if (!loan) throw new AppError('escrow_not_found')
  return loan
}

export function submit(tx: Tx, { userId, version }: ActionInput, loan: Own, taken: Taken) {
  return applyTransition(tx, loan, { ...taken, actor: loan.party, actorId: userId, version })
}

/** What waits can be swapped for something else: who agrees to it says in which state they saw it. */
export function requireSeen({ version }: ActionInput): void {
  if (version === undefined) throw new AppError('version_needed', { field: 'version' })
}

export type Payment = {
  amountCents?: number | undefined
  paidOn?: string | undefined
  reference?: string | undefined
}

/** Today, or the day that is named: not after today, and not before the domain was with us. */
export function readDate(tx: Tx, typed: string | undefined, notBefore: Date | null): string {
  const today = tx.now.toISOString().slice(0, 10)
  const date = typed ?? today
  const first = notBefore?.toISOString().slice(0, 10) ?? date
  if (date > today || date < first) throw new AppError('date_out_of_range', { field: 'paid_on' })
  return date
}
