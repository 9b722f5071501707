import { sql, type Kysely, type Selectable } from 'kysely'
import type { Tx } from '../../../platform/db/database.ts'
import type { DB, Renewals } from '../../../platform/db/db-types.ts'

export type Renewal = Omit<Selectable<Renewals>, 'feeCents' | 'reserveCents'> & {
  feeCents: number
  /** How much of it comes from the renewal reserve. */
  reserveCents: number
}

export type NewRenewal = Pick<
  Renewal,
  | 'domainId'
  | 'userId'
  | 'expiresAt'
  | 'feeCents'
  | 'isEmergency'
  | 'transactionId'
  | 'reserveId'
  | 'reserveCents'
>

/** Nothing when one is under way already. */
export async function insertRenewal(tx: Tx, renewal: NewRenewal): Promise<Renewal | undefined> {
  const row = await tx
    .insertInto('renewals')
    .values({ ...renewal, state: 'asked', createdAt: tx.now })
    .onConflict((conflict) => conflict.column('domainId').where('state', '=', 'asked').doNothing())
    .returningAll()
    .executeTakeFirst()
  return row && toRenewal(row)
}

export async function findRenewal(db: Kysely<DB>, id: string): Promise<Renewal | undefined> {
  const row = await db.selectFrom('renewals').selectAll().where('id', '=', id).executeTakeFirst()
  return row && toRenewal(row)
}

export async function hasOpenRenewal(db: Kysely<DB>, domainId: string): Promise<boolean> {
  const row = await db
    .selectFrom('renewals')
    .select('id')
    .where('domainId', '=', domainId)
    .where('state', '=', 'asked')
    .executeTakeFirst()
  return row !== undefined
}

export type RenewalNeed = { expiresAt: Date; isUnderWay: boolean; hasFailed: boolean }

/** The renewal state of a domain in custody; null if its expiry is unknown. */
export async function findRenewalNeed(
  db: Kysely<DB>,
  domainId: string,
): Promise<RenewalNeed | null> {
  const { rows } = await sql<RenewalNeed>`
    select expires_at,
      exists (select from renewals where domain_id = holdings.domain_id and state = 'asked')
        as is_under_way,
      exists (select from renewals where domain_id = holdings.domain_id and state = 'failed'
        and expires_at = holdings.expires_at) as has_failed
    from holdings
    where domain_id = ${domainId} and expires_at is not null and left_at is null
  `.execute(db)
  return rows[0] ?? null
}

export async function saveRenewal(
  tx: Tx,
  id: string,
  change: { state: 'done' | 'failed'; transactionId?: string },
): Promise<void> {
  await tx.updateTable('renewals').set(change).where('id', '=', id).execute()
}

const toRenewal = (row: Selectable<Renewals>): Renewal => ({
  ...row,
  feeCents: Number(row.feeCents),
  reserveCents: Number(row.reserveCents),
})
