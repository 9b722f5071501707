import type { Kysely } from 'kysely'
import type { Tx } from '../../../platform/db/database.ts'
import type { DB } from '../../../platform/db/db-types.ts'

export type OperatorHold = {
  kind: string
  note: string
  placedBy: string
  documentId: string | null
  isSecret: boolean
  reviewAt: Date | null
}

export async function insertOperatorHold(
  tx: Tx,
  domainId: string,
  hold: OperatorHold,
): Promise<string | undefined> {
  const inserted = await tx
    .insertInto('domainHolds')
    .values({ ...hold, domainId, createdAt: tx.now })
    .onConflict((conflict) =>
      conflict.columns(['domainId', 'kind']).where('liftedAt', 'is', null).doNothing(),
    )
    .returning('id')
    .executeTakeFirst()
  return inserted?.id
}

export async function endHoldRow(tx: Tx, id: string, liftedBy: string[]): Promise<void> {
  await tx
    .updateTable('domainHolds')
    .set({ liftedAt: tx.now, liftedBy })
    .where('id', '=', id)
    .where('liftedAt', 'is', null)
    .execute()
}

export const findHold = (db: Kysely<DB>, id: string) =>
  db.selectFrom('domainHolds').selectAll().where('id', '=', id).executeTakeFirst()

export const listHolds = (db: Kysely<DB>, domainId: string) =>
  db
    .selectFrom('domainHolds')
    .selectAll()
    .where('domainId', '=', domainId)
    .orderBy('createdAt', 'desc')
    .execute()
