import type { DisputeReason } from '@pier/protocol/loans/disputes'
import type { Party } from '@pier/protocol/lifecycles/escrow'
import type { Tx } from '../../../platform/db/database.ts'
import { insertDispute } from '../facts/disputes.repository.ts'
import type { Loan } from '../facts/loan.ts'
import { decidePayments } from '../facts/payments.repository.ts'

export async function openDispute(
  tx: Tx,
  { escrow }: Loan,
  dispute: { openedBy: Party | 'SYSTEM'; reason: DisputeReason; statement: string | null },
): Promise<void> {
  await insertDispute(tx, { ...dispute, escrowId: escrow.id, fromPhase: escrow.phase })
  await decidePayments(tx, escrow.id, 'DENIED')
}
