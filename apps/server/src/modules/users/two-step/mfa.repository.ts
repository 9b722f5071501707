import type { Insertable, Updateable } from 'kysely'
import type { Db, Tx } from '../../../platform/db/database.ts'
import type { UserMfa } from '../../../platform/db/db-types.ts'

export async function findMfa(db: Db | Tx, userId: string) {
  return db.selectFrom('userMfa').selectAll().where('userId', '=', userId).executeTakeFirst()
}

/** Starts over, unless two-step login is already on. */
export async function startMfaRow(tx: Tx, row: Insertable<UserMfa>): Promise<void> {
  await tx
    .insertInto('userMfa')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .column('userId')
        .doUpdateSet({ ...row, lastStep: 0 })
        .where('userMfa.confirmedAt', 'is', null),
    )
    .execute()
}

export async function saveMfa(tx: Tx, userId: string, changes: Updateable<UserMfa>) {
  await tx.updateTable('userMfa').set(changes).where('userId', '=', userId).execute()
}

/** A code works once: of two concurrent uses, one finds no row. */
export async function recordUsedStep(tx: Tx, userId: string, step: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('userMfa')
    .set({ lastStep: step })
    .where('userId', '=', userId)
    .where('lastStep', '<', String(step))
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export async function deleteMfa(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('userMfa').where('userId', '=', userId).execute()
  await tx.deleteFrom('recoveryCodes').where('userId', '=', userId).execute()
}

export async function replaceRecoveryCodes(tx: Tx, userId: string, hashes: string[]) {
  await tx.deleteFrom('recoveryCodes').where('userId', '=', userId).execute()
  await tx
    .insertInto('recoveryCodes')
    .values(hashes.map((codeHash) => ({ userId, codeHash })))
    .execute()
}

export async function listUnusedRecoveryCodes(db: Db | Tx, userId: string) {
  return db
    .selectFrom('recoveryCodes')
    .select(['id', 'codeHash'])
    .where('userId', '=', userId)
    .where('usedAt', 'is', null)
    .execute()
}

export async function takeRecoveryCode(tx: Tx, id: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('recoveryCodes')
    .set({ usedAt: tx.now })
    .where('id', '=', id)
    .where('usedAt', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
