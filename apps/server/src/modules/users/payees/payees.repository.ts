import type { Insertable, Kysely, Selectable } from 'kysely'
import type { Tx } from '../../../platform/db/database.ts'
import type { DB, Payees } from '../../../platform/db/db-types.ts'

export type Payee = Selectable<Payees>

/** Past, current and pending versions, oldest first. Leaves out stopped changes. */
export function listPayees(db: Kysely<DB>, userId: string): Promise<Payee[]> {
  return db
    .selectFrom('payees')
    .selectAll()
    .where('userId', '=', userId)
    .where('stoppedAt', 'is', null)
    .orderBy('rail')
    .orderBy('version')
    .execute()
}

/** Every version, including stopped changes. */
export function listPayeesEver(db: Kysely<DB>, userId: string): Promise<Payee[]> {
  return db
    .selectFrom('payees')
    .selectAll()
    .where('userId', '=', userId)
    .orderBy('rail')
    .orderBy('version')
    .execute()
}

export function findPayee(db: Kysely<DB>, id: string): Promise<Payee | undefined> {
  return db.selectFrom('payees').selectAll().where('id', '=', id).executeTakeFirst()
}

/** The owner has to be locked, because versions are numbered. */
export function insertPayee(tx: Tx, payee: Insertable<Payees>): Promise<Payee> {
  return tx.insertInto('payees').values(payee).returningAll().executeTakeFirstOrThrow()
}

/** Stops pending changes, on one rail or on all. Returns whether there were any. */
export async function stopPayees(
  tx: Tx,
  { userId, rail }: { userId: string; rail?: number },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('payees')
    .set({ stoppedAt: tx.now })
    .where('userId', '=', userId)
    .where('stoppedAt', 'is', null)
    .where('activeFrom', '>', tx.now)
    .$if(rail !== undefined, (query) => query.where('rail', '=', rail ?? 0))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Another user who has, or had, the same payment details. */
export async function findOtherPaidAt(
  db: Kysely<DB>,
  { detailsKey, userId }: { detailsKey: Buffer; userId: string },
): Promise<string | undefined> {
  const row = await db
    .selectFrom('payees')
    .select('userId')
    .where('detailsKey', '=', detailsKey)
    .where('userId', '<>', userId)
    .orderBy('createdAt')
    .limit(1)
    .executeTakeFirst()
  return row?.userId
}

/** Clears what is not encrypted. The details become unreadable when the owner's key is deleted. */
export async function wipePayeeHints(tx: Tx, userId: string): Promise<void> {
  await tx
    .updateTable('payees')
    .set({ hint: '', detailsKey: null })
    .where('userId', '=', userId)
    .execute()
}
