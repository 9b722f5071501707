import { paymentMethods, transactionTypes } from '@pier/protocol/labels'
import type { Db } from '../../platform/db/database.ts'
import type { findReconciliation } from './reconciliation/reconciliation.repository.ts'
import { referenceOf } from './statements/statement.ts'
import { listTransactionsOfUser } from './transactions/transactions.repository.ts'
import { canCancel } from './withdrawals/withdrawals.service.ts'

type Account = { availableCents: number; heldCents: number; reservations: number }
type Reconciliation = Awaited<ReturnType<typeof findReconciliation>>
type Asked = { userId: string; page: number; limit: number }

/** One page of a user's transactions, beside their account and the last reconciliation. */
export async function readTransactions(db: Db, asked: Asked, beside: [Account, Reconciliation]) {
  const { rows, total } = await listTransactionsOfUser(db, asked)
  const [account, last] = beside
  return {
    transactions: rows.map(presentTransaction),
    pages: Math.ceil(total / asked.limit),
    available: account.availableCents / 100,
    held: account.heldCents / 100,
    holds: account.reservations,
    reconciliation: last && {
      at: last.at.toISOString(),
      difference: last.differenceCents / 100,
    },
  }
}

type Row = Awaited<ReturnType<typeof listTransactionsOfUser>>['rows'][number]

const presentTransaction = (row: Row) => ({
  id: row.id,
  type: transactionTypes[row.type],
  amount: row.amountCents / 100,
  method: paymentMethods[row.method],
  status: row.status,
  created_at: row.createdAt.toISOString(),
  reference: referenceOf(row),
  domain: row.domain,
  note: row.note,
  can_cancel: canCancel(row.withdrawalState),
})
