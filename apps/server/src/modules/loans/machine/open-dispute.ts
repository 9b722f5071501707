import type { DisputeReason } from '@pier/protocol/loans/disputes'
import type { Party } from '@pier/protocol/lifecycles/loan'
import type { Tx } from '../../../platform/db/database.ts'
import { insertDispute } from '../facts/disputes.repository.ts'
import type { LockedLoan } from '../facts/loan.ts'
import { decidePayments } from '../facts/payments.repository.ts'

export async function openDispute(
  tx: Tx,
  { loan }: LockedLoan,
  dispute: { openedBy: Party | 'SYSTEM'; reason: DisputeReason; statement: string | null },
): Promise<void> {
  await insertDispute(tx, { ...dispute, escrowId: loan.id, fromPhase: loan.phase })
  await decidePayments(tx, loan.id, 'DENIED')
}
