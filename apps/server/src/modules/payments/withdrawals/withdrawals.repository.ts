import type { Kysely, Selectable } from 'kysely'
import type { Tx } from '../../../platform/db/database.ts'
import type { DB, Withdrawals } from '../../../platform/db/db-types.ts'

export type WithdrawalState = 'waiting' | 'approval' | 'paying' | 'payout' | 'paid' | 'returned'
export type Withdrawal = Omit<Selectable<Withdrawals>, 'amountCents' | 'state'> & {
  amountCents: number
  state: WithdrawalState
}

/** False when the user has one under way already. */
export async function insertWithdrawal(
  tx: Tx,
  row: {
    transactionId: string
    userId: string
    amountCents: number
    sealedAddress: string | null
    paysAt: Date
  },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('withdrawals')
    .values({ ...row, state: 'waiting', createdAt: tx.now })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** The transaction must be locked first. */
export async function findWithdrawal(
  db: Kysely<DB>,
  transactionId: string,
): Promise<Withdrawal | undefined> {
  const row = await db
    .selectFrom('withdrawals')
    .selectAll()
    .where('transactionId', '=', transactionId)
    .executeTakeFirst()
  return (
    row && {
      ...row,
      amountCents: Number(row.amountCents),
      state: row.state as WithdrawalState,
    }
  )
}

/** After this nobody needs the payout address. */
const isOver = (state: WithdrawalState) => state === 'paid' || state === 'returned'

export async function saveWithdrawalState(
  tx: Tx,
  transactionId: string,
  state: WithdrawalState,
): Promise<void> {
  await tx
    .updateTable('withdrawals')
    .set({ state, ...(isOver(state) && { sealedAddress: null }) })
    .where('transactionId', '=', transactionId)
    .execute()
}

export async function insertCardRefund(
  tx: Tx,
  row: { withdrawalId: string; topUpId: string; amountCents: number },
): Promise<void> {
  await tx
    .insertInto('cardRefunds')
    .values({ ...row, status: 'asked' })
    .execute()
}

export async function listCardRefunds(db: Kysely<DB>, withdrawalId: string) {
  const rows = await db
    .selectFrom('cardRefunds')
    .innerJoin('topUps', 'topUps.transactionId', 'cardRefunds.topUpId')
    .selectAll('cardRefunds')
    .select(['topUps.chargeRef', 'topUps.providerRef'])
    .where('withdrawalId', '=', withdrawalId)
    .execute()
  return rows.map((row) => ({ ...row, amountCents: Number(row.amountCents) }))
}

export async function findCardRefund(db: Kysely<DB>, id: string) {
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id)) return undefined
  const row = await db.selectFrom('cardRefunds').selectAll().where('id', '=', id).executeTakeFirst()
  return row && { ...row, amountCents: Number(row.amountCents) }
}

export async function saveCardRefund(
  tx: Tx,
  id: string,
  change: { status: 'paid' | 'refused' | 'bounced'; refundRef?: string },
): Promise<void> {
  await tx.updateTable('cardRefunds').set(change).where('id', '=', id).execute()
}

/** What could still be stopped. Each is looked at again once its line is locked. */
export async function listUnpaid(db: Kysely<DB>, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('withdrawals')
    .select('transactionId')
    .where('userId', '=', userId)
    .where('state', 'in', ['waiting', 'approval', 'payout'])
    .orderBy('transactionId')
    .execute()
  return rows.map(({ transactionId }) => transactionId)
}

export async function markAddressRead(tx: Tx, transactionId: string): Promise<void> {
  await tx
    .updateTable('withdrawals')
    .set({ addressReadAt: tx.now })
    .where('transactionId', '=', transactionId)
    .execute()
}
