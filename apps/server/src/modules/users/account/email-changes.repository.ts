import type { Kysely, Selectable } from 'kysely'
import type { Tx } from '../../../platform/db/database.ts'
import type { DB, EmailChanges } from '../../../platform/db/db-types.ts'

export type EmailChange = Selectable<EmailChanges>

type NewChange = {
  userId: string
  email: string
  emailKey: Buffer
  askedBy: string
  takesEffectAt: Date
}

/** Returns undefined if a change is already pending. */
export async function insertEmailChange(tx: Tx, change: NewChange): Promise<string | undefined> {
  const row = await tx
    .insertInto('emailChanges')
    .values({ ...change, createdAt: tx.now })
    .onConflict((conflict) => conflict.column('userId').where('endedAt', 'is', null).doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

/** Not locked: the caller locks the user, then reads the open change again. */
export const findEmailChange = (db: Kysely<DB>, id: string): Promise<EmailChange | undefined> =>
  db.selectFrom('emailChanges').selectAll().where('id', '=', id).executeTakeFirst()

export const findOpenEmailChange = (
  db: Kysely<DB>,
  userId: string,
): Promise<EmailChange | undefined> =>
  db
    .selectFrom('emailChanges')
    .selectAll()
    .where('userId', '=', userId)
    .where('endedAt', 'is', null)
    .executeTakeFirst()

/** Clears the address from the row: only the user row keeps one. */
export async function endEmailChanges(
  tx: Tx,
  { userId, isDone = false }: { userId: string; isDone?: boolean },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('emailChanges')
    .set({ email: null, emailKey: null, endedAt: tx.now, isDone })
    .where('userId', '=', userId)
    .where('endedAt', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
