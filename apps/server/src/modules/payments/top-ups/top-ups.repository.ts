import { sql, type Kysely, type Selectable, type Updateable } from 'kysely'
import type { Tx } from '../../../platform/db/database.ts'
import type { DB, TopUps } from '../../../platform/db/db-types.ts'

export type PaymentProvider = 'card' | 'crypto'
type Cents = 'askedCents' | 'refundedCents' | 'disputedCents'
export type TopUp = Omit<Selectable<TopUps>, 'provider' | Cents> & { provider: PaymentProvider } & {
  [C in Cents]: number
}

export async function insertTopUp(
  tx: Tx,
  row: {
    transactionId: string
    userId: string
    provider: PaymentProvider
    askedCents: number
    requestKey: string | null
  },
): Promise<TopUp> {
  const topUp = await tx
    .insertInto('topUps')
    .values({ ...row, createdAt: tx.now })
    .returningAll()
    .executeTakeFirstOrThrow()
  return toTopUp(topUp)
}

export async function findTopUpByRequest(
  db: Kysely<DB>,
  { userId, requestKey }: { userId: string; requestKey: string },
): Promise<TopUp | undefined> {
  const row = await db
    .selectFrom('topUps')
    .selectAll()
    .where('userId', '=', userId)
    .where('requestKey', '=', requestKey)
    .executeTakeFirst()
  return row && toTopUp(row)
}

/** The id may come back from a provider, so it can be any string. */
export async function findTopUp(db: Kysely<DB>, transactionId: string): Promise<TopUp | undefined> {
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(transactionId)) return undefined
  const row = await db
    .selectFrom('topUps')
    .selectAll()
    .where('transactionId', '=', transactionId)
    .executeTakeFirst()
  return row && toTopUp(row)
}

/** By the provider's reference: the payment page, or the charge that came of it. */
export async function findTopUpByRef(
  db: Kysely<DB>,
  ref: { provider: PaymentProvider; providerRef: string } | { provider: 'card'; chargeRef: string },
): Promise<TopUp | undefined> {
  const column = 'providerRef' in ref ? 'providerRef' : 'chargeRef'
  const row = await db
    .selectFrom('topUps')
    .selectAll()
    .where('provider', '=', ref.provider)
    .where(column, '=', 'providerRef' in ref ? ref.providerRef : ref.chargeRef)
    .executeTakeFirst()
  return row && toTopUp(row)
}

export async function saveTopUp(
  tx: Tx,
  transactionId: string,
  change: Updateable<TopUps>,
): Promise<void> {
  await tx.updateTable('topUps').set(change).where('transactionId', '=', transactionId).execute()
}

/** What a user asked to add by card since then, but for what failed. */
export async function sumCardTopUps(
  db: Kysely<DB>,
  { userId, since }: { userId: string; since: Date },
): Promise<number> {
  const { sum } = await db
    .selectFrom('topUps')
    .innerJoin('transactions', 'transactions.id', 'topUps.transactionId')
    .select((row) => row.fn.sum<string | null>('askedCents').as('sum'))
    .where('topUps.userId', '=', userId)
    .where('topUps.provider', '=', 'card')
    .where('topUps.createdAt', '>', since)
    .where('transactions.status', 'in', ['PENDING', 'DONE'])
    .executeTakeFirstOrThrow()
  return Number(sum ?? 0)
}

export async function hasOpenDispute(db: Kysely<DB>, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom('topUps')
    .select('transactionId')
    .where('userId', '=', userId)
    .where('isDisputed', '=', sql.lit(true))
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Card payments that still can be paid back, the oldest first. */
export async function listRefundable(
  db: Kysely<DB>,
  { userId, since }: { userId: string; since: Date },
): Promise<{ topUpId: string; leftCents: number }[]> {
  const rows = await db
    .selectFrom('topUps')
    .select(['topUps.transactionId as topUpId', 'askedCents', 'refundedCents', 'disputedCents'])
    .select((query) =>
      query
        .selectFrom('cardRefunds')
        .select((row) => row.fn.sum<string | null>('amountCents').as('sum'))
        .whereRef('cardRefunds.topUpId', '=', 'topUps.transactionId')
        .where('status', '=', sql.lit('asked'))
        .as('askedBackCents'),
    )
    .where('userId', '=', userId)
    .where('provider', '=', 'card')
    .where('createdAt', '>', since)
    .where('isDisputed', '=', false)
    .where('chargeRef', 'is not', null)
    .orderBy('createdAt')
    .execute()
  return rows
    .map(({ topUpId, askedCents, refundedCents, disputedCents, askedBackCents }) => {
      const goneCents = Number(refundedCents) + Number(disputedCents) + Number(askedBackCents)
      return { topUpId, leftCents: Number(askedCents) - goneCents }
    })
    .filter(({ leftCents }) => leftCents > 0)
}

/** One top-up of a user at a time, so that a limit on their sum holds. */
export async function lockPayer(tx: Tx, userId: string) {
  return tx
    .selectFrom('users')
    .select(['email', 'emailVerifiedAt', 'createdAt'])
    .where('id', '=', userId)
    .forUpdate()
    .executeTakeFirst()
}

const toTopUp = (row: Selectable<TopUps>): TopUp => ({
  ...row,
  provider: row.provider as PaymentProvider,
  askedCents: Number(row.askedCents),
  refundedCents: Number(row.refundedCents),
  disputedCents: Number(row.disputedCents),
})

export async function findDeposit(db: Kysely<DB>, paymentId: string) {
  const row = await db
    .selectFrom('cryptoDeposits')
    .selectAll()
    .where('paymentId', '=', paymentId)
    .executeTakeFirst()
  return row && { ...row, creditedCents: Number(row.creditedCents) }
}

export async function saveDeposit(
  tx: Tx,
  row: { paymentId: string; transactionId: string; status: string; creditedCents: number },
): Promise<void> {
  const { status, creditedCents } = row
  await tx
    .insertInto('cryptoDeposits')
    .values({ ...row, firstSeenAt: tx.now, readAt: tx.now })
    .onConflict((conflict) =>
      conflict.column('paymentId').doUpdateSet({ status, creditedCents, readAt: tx.now }),
    )
    .execute()
}

export async function listDeposits(db: Kysely<DB>, transactionId: string) {
  const rows = await db
    .selectFrom('cryptoDeposits')
    .selectAll()
    .where('transactionId', '=', transactionId)
    .orderBy('firstSeenAt')
    .execute()
  return rows.map((row) => ({ ...row, creditedCents: Number(row.creditedCents) }))
}
