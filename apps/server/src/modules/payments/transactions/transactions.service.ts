/** The transactions of the Transactions screen, and their transitions. */
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

/** Applies a transition, if it is allowed, and publishes it. The row must be locked. */
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
