/** One operator cancels a loan before it is paid, and both sides read why. */
import type { Tx } from '../../../platform/db/database.ts'
import { cancelByOperator } from '../../loans/actions/operator-actions.service.ts'
import { requireImpartial } from '../../operators/conflict-of-interest.ts'
import { lockKnownLoan } from '../../approvals/decisions/lock-known-loan.ts'
import type { Operator } from '../../operators/operators.repository.ts'
import { tellParties } from '../../approvals/holds/tell-parties.ts'

type Cancelled = { operator: Operator; escrowId: string; version: number; reason: string }

export async function cancelForParties(tx: Tx, { operator, ...input }: Cancelled): Promise<void> {
  const { escrow } = await lockKnownLoan(tx, input.escrowId)
  await requireImpartial(tx, operator, [escrow.borrowerId, escrow.lenderId])
  const loan = await cancelByOperator(tx, { ...input, operatorId: operator.id })
  await tellParties(tx, loan, { headline: 'Why the loan was cancelled', more: [input.reason] })
}
