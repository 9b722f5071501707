import type { OperatorRole } from '@pier/protocol/operators'
import { sql, type Insertable, type Kysely, type Selectable, type Updateable } from 'kysely'
import type { Tx } from '../../../platform/db/database.ts'
import type { DB, Operators } from '../../../platform/db/db-types.ts'

export type Operator = Omit<Selectable<Operators>, 'roles'> & { roles: OperatorRole[] }

export const findOperator = async (db: Kysely<DB>, id: string): Promise<Operator | undefined> =>
  (await db.selectFrom('operators').selectAll().where('id', '=', id).executeTakeFirst()) as
    | Operator
    | undefined

export async function findOperatorByEmailKey(
  db: Kysely<DB>,
  emailKey: Buffer,
): Promise<Operator | undefined> {
  const found = db.selectFrom('operators').selectAll().where('emailKey', '=', emailKey)
  return (await found.executeTakeFirst()) as Operator | undefined
}

export async function findInvited(db: Kysely<DB>, hash: Buffer): Promise<Operator | undefined> {
  const found = db
    .selectFrom('operators')
    .selectAll()
    .where('inviteHash', '=', hash)
    .where('inviteUntil', '>', sql<Date>`(select app_now())`)
    .where('endedAt', 'is', null)
  return (await found.executeTakeFirst()) as Operator | undefined
}

/** Not `for update`: with it, two transactions that insert rows referencing operators deadlock. */
export async function lockOperatorRow(tx: Tx, id: string): Promise<Operator | undefined> {
  const found = tx.selectFrom('operators').selectAll().where('id', '=', id).forNoKeyUpdate()
  return (await found.executeTakeFirst()) as Operator | undefined
}

export const listAllOperators = async (db: Kysely<DB>): Promise<Operator[]> =>
  (await db.selectFrom('operators').selectAll().orderBy('name').execute()) as Operator[]

export async function insertOperator(tx: Tx, row: Insertable<Operators>): Promise<Operator> {
  const inserted = tx.insertInto('operators').values(row).returningAll()
  return (await inserted.executeTakeFirstOrThrow()) as Operator
}

export async function saveOperator(
  tx: Tx,
  id: string,
  change: Updateable<Operators>,
): Promise<Operator> {
  const saved = tx.updateTable('operators').set(change).where('id', '=', id).returningAll()
  return (await saved.executeTakeFirstOrThrow()) as Operator
}

/** A code works once: of two concurrent uses, one finds no row. */
export async function takeCodeStep(tx: Tx, id: string, step: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('operators')
    .set({ lastStep: String(step) })
    .where('id', '=', id)
    .where('lastStep', '<', String(step))
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
