import { contractOf, railOf, type Rail } from '@pier/protocol/rails'
import type { Insertable, Kysely, Selectable } from 'kysely'
import type { Tx } from '../../../platform/db/database.ts'
import type { DB, Payees } from '../../../platform/db/db-types.ts'

export type Payee = Omit<Selectable<Payees>, 'rail'> & { rail: Rail }

const toPayee = (row: Selectable<Payees>): Payee => ({ ...row, rail: railOf(row.rail) })

/** Past, current and pending versions, oldest first. Leaves out stopped changes. */
export async function listPayees(db: Kysely<DB>, userId: string): Promise<Payee[]> {
  const rows = await db
    .selectFrom('payees')
    .selectAll()
    .where('userId', '=', userId)
    .where('stoppedAt', 'is', null)
    .orderBy('rail')
    .orderBy('version')
    .execute()
  return rows.map(toPayee)
}

/** Every version, including stopped changes. */
export async function listPayeesEver(db: Kysely<DB>, userId: string): Promise<Payee[]> {
  const rows = await db
    .selectFrom('payees')
    .selectAll()
    .where('userId', '=', userId)
    .orderBy('rail')
    .orderBy('version')
    .execute()
  return rows.map(toPayee)
}

export async function findPayee(db: Kysely<DB>, id: string): Promise<Payee | undefined> {
  const row = await db.selectFrom('payees').selectAll().where('id', '=', id).executeTakeFirst()
  return row && toPayee(row)
}

/** The owner has to be locked, because versions are numbered. */
export async function insertPayee(
  tx: Tx,
  { rail, ...payee }: Omit<Insertable<Payees>, 'rail'> & { rail: Rail },
): Promise<Payee> {
  const row = await tx
    .insertInto('payees')
    .values({ ...payee, rail: contractOf(rail) })
    .returningAll()
    .executeTakeFirstOrThrow()
  return toPayee(row)
}

/** Stops pending changes, on one rail or on all. Returns whether there were any. */
export async function stopPayees(
  tx: Tx,
  { userId, rail }: { userId: string; rail?: Rail },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('payees')
    .set({ stoppedAt: tx.now })
    .where('userId', '=', userId)
    .where('stoppedAt', 'is', null)
    .where('activeFrom', '>', tx.now)
    .$if(rail !== undefined, (query) => query.where('rail', '=', contractOf(rail ?? 'bank')))
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
