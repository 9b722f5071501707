/** One operator cancels a loan before it is funded, and both parties are told why. */
import type { Tx } from '../../../platform/db/database.ts'
import { cancelByOperator } from '../../loans/loans.service.ts'
import { requireImpartial, type Operator } from '../../operators/operators.service.ts'
import { lockLoanIfAny, notifyParties } from '../../approvals/approvals.service.ts'

type Cancelled = { operator: Operator; escrowId: string; version: number; reason: string }

export async function cancelForParties(tx: Tx, { operator, ...input }: Cancelled): Promise<void> {
  const { loan } = await lockLoanIfAny(tx, input.escrowId)
  await requireImpartial(tx, operator, [loan.borrowerId, loan.lenderId])
  const locked = await cancelByOperator(tx, { ...input, operatorId: operator.id })
  await notifyParties(tx, locked, { headline: 'Reason for the cancellation', more: [input.reason] })
}
