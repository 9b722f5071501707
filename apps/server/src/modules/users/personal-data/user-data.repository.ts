import { sql, type Updateable } from 'kysely'
import type { Db, Tx } from '../../../platform/db/database.ts'
import type { UserExports } from '../../../platform/db/db-types.ts'

export async function insertExport(tx: Tx, userId: string): Promise<string> {
  const { id } = await tx
    .insertInto('userExports')
    .values({ userId, requestedAt: tx.now })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function lockExport(tx: Tx, id: string) {
  return tx
    .selectFrom('userExports')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

export async function findOpenExport(
  tx: Tx,
  { userId, exportId }: { userId: string; exportId: string },
) {
  return tx
    .selectFrom('userExports')
    .selectAll()
    .where('id', '=', exportId)
    .where('userId', '=', userId)
    .where('downloadedAt', 'is', null)
    .forUpdate()
    .executeTakeFirst()
}

export async function saveExport(tx: Tx, id: string, changes: Updateable<UserExports>) {
  await tx.updateTable('userExports').set(changes).where('id', '=', id).execute()
}

export async function wipeExports(tx: Tx, userId: string): Promise<void> {
  await tx
    .updateTable('userExports')
    .set({ sealedBody: null })
    .where('userId', '=', userId)
    .execute()
}

export async function findExportOwner(db: Db, id: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('userExports')
    .select('userId')
    .where('id', '=', id)
    .where('readyAt', 'is', null)
    .executeTakeFirst()
  return row?.userId
}

export async function countExports(
  tx: Tx,
  { userId, since }: { userId: string; since: Date },
): Promise<number> {
  const { count } = await tx
    .selectFrom('userExports')
    .select((row) => row.fn.countAll<string>().as('count'))
    .where('userId', '=', userId)
    .where('requestedAt', '>', since)
    .executeTakeFirstOrThrow()
  return Number(count)
}

export async function deleteOldExports(tx: Tx, before: Date, limit: number): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('userExports')
    .where('id', 'in', (query) =>
      query.selectFrom('userExports').select('id').where('requestedAt', '<', before).limit(limit),
    )
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/** Domains in custody or being transferred to us: nobody could claim them after a deletion. */
export async function hasDomainsHere(tx: Tx, userId: string): Promise<boolean> {
  const domain = await tx
    .selectFrom('domains')
    .select('id')
    .where('userId', '=', userId)
    .where('archivedAt', 'is', null)
    .where((row) =>
      row.or([
        row('status', 'in', ['CUSTODY_PAID', 'IN_ESCROW']),
        row('isPendingTransfer', '=', true),
      ]),
    )
    .executeTakeFirst()
  return domain !== undefined
}

/** Open listings, pending offers and open loans: others rely on them. */
export async function hasLoansOpen(tx: Tx, userId: string): Promise<boolean> {
  const { rows } = await sql<{ isOpen: boolean }>`
    select exists (select from listings where user_id = ${userId} and ended_at is null)
      or exists (select from offers where lender_id = ${userId} and status = 'PENDING')
      or exists (select from escrows
        where (borrower_id = ${userId} or lender_id = ${userId}) and ended_at is null) as is_open
  `.execute(tx)
  return rows[0]?.isOpen ?? false
}

/** An unpaid withdrawal needs the user's data key, and a card dispute may still cost them. */
export async function hasMoneyUnderWay(tx: Tx, userId: string): Promise<boolean> {
  const withdrawal = await tx
    .selectFrom('withdrawals')
    .select('transactionId')
    .where('userId', '=', userId)
    .where('state', 'in', ['waiting', 'approval', 'paying', 'payout'])
    .executeTakeFirst()
  const dispute = await tx
    .selectFrom('topUps')
    .select('transactionId')
    .where('userId', '=', userId)
    .where('isDisputed', '=', true)
    .executeTakeFirst()
  return withdrawal !== undefined || dispute !== undefined
}
