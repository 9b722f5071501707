import { AppError } from '../../../platform/app-error.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { findLoan, lockLoan, type LockedLoan } from '../../loans/loans.service.ts'

/** For ids that come from a URL: an unknown loan is "not found" instead of a broken invariant. */
export async function lockLoanIfAny(tx: Tx, escrowId: string): Promise<LockedLoan> {
  if (!(await findLoan(tx, escrowId))) throw new AppError('escrow_not_found')
  return lockLoan(tx, escrowId)
}
