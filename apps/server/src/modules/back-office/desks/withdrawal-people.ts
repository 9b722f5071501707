import { AppError } from '../../../platform/app-error.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { findDeskWithdrawal } from '../../payments/payments.service.ts'
import { requireImpartial, type Operator } from '../../operators/operators.service.ts'

/** Nobody pays themselves or somebody they have helped. Returns whose withdrawal it is. */
export async function requireImpartialTo(
  tx: Tx,
  operator: Operator,
  withdrawalId: string,
): Promise<string[]> {
  const found = await findDeskWithdrawal(tx, withdrawalId)
  if (!found) throw new AppError('withdrawal_not_found')
  await requireImpartial(tx, operator, [found.userId])
  return [found.userId]
}
