/** The lines of the Transactions screen, and how they change. */
import {
  nextTransactionStatus,
  type TransactionAction,
} from '@pier/protocol/lifecycles/transaction'
import type { Tx } from '../../../platform/db/database.ts'
import { publish } from '../../../platform/live/publish.ts'
import {
  listAllTransactions,
  saveTransaction,
  type TransactionRow,
} from './transactions.repository.ts'

/** Part of a user's copy of their data. */
export const collectTransactions = listAllTransactions

/** Takes the line one step on, if that step is open, and tells open tabs. It has to be locked. */
export async function moveTransaction(
  tx: Tx,
  row: TransactionRow,
  action: TransactionAction,
  change: { note?: string | null; amountCents?: number } = {},
): Promise<boolean> {
  const status = nextTransactionStatus(row.status, action)
  if (!status) return false
  await saveTransaction(tx, row.id, { ...change, status })
  await publish(tx, { userId: row.userId, type: 'balance', data: { type: 'balance' } })
  return true
}
