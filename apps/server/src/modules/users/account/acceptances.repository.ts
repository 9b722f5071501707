import type { LegalText } from '@pier/protocol/company/legal'
import type { Insertable } from 'kysely'
import type { Db, Tx } from '../../../platform/db/database.ts'
import type { LegalAcceptances } from '../../../platform/db/db-types.ts'

/** What was accepted before stays as it is, so that a second click records nothing. */
export async function insertAcceptances(
  tx: Tx,
  rows: Omit<Insertable<LegalAcceptances>, 'acceptedAt'>[],
): Promise<void> {
  await tx
    .insertInto('legalAcceptances')
    .values(rows.map((row) => ({ ...row, acceptedAt: tx.now })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function listAcceptances(db: Db | Tx, userId: string) {
  return db
    .selectFrom('legalAcceptances')
    .select(['document', 'version', 'how', 'escrowId', 'acceptedAt'])
    .where('userId', '=', userId)
    .orderBy('id')
    .execute()
}

export async function hasAccepted(
  tx: Tx,
  { userId, document, version }: { userId: string; document: LegalText; version: number },
): Promise<boolean> {
  const row = await tx
    .selectFrom('legalAcceptances')
    .select('id')
    .where('userId', '=', userId)
    .where('document', '=', document)
    .where('version', '>=', version)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
