import type { Tx } from '../../../platform/db/database.ts'
import { publish } from '../../../platform/live/publish.ts'
import type { Loan } from '../facts/loans.repository.ts'

/** Both parties' open tabs reload the loan. */
export async function publishChange(tx: Tx, { borrowerId, lenderId, id }: Loan): Promise<void> {
  for (const userId of [borrowerId, lenderId]) {
    await publish(tx, { userId, type: 'loans', data: { type: 'loans', escrow_id: id } })
  }
}
