import type { Db, Tx } from '../../platform/db/database.ts'
import type { Mail } from './notifications.service.ts'

export async function insertMail(tx: Tx, { userId, to, kind, page }: Mail): Promise<string> {
  const { id } = await tx
    .insertInto('mails')
    .values({ userId, toAddress: to, kind, page: JSON.stringify(page), createdAt: tx.now })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function findWaitingMail(db: Db, id: string) {
  return db
    .selectFrom('mails')
    .select(['id', 'toAddress', 'kind', 'page'])
    .where('id', '=', id)
    .where('status', '=', 'waiting')
    .executeTakeFirst()
}

/** Page and address go with the sending: links and people are nobody's business afterwards. */
export async function settleMail(
  tx: Tx,
  id: string,
  { status, error = null }: { status: 'sent' | 'refused'; error?: string | null },
): Promise<void> {
  await tx
    .updateTable('mails')
    .set({ status, error, page: null, toAddress: null, settledAt: tx.now })
    .where('id', '=', id)
    .where('status', '=', 'waiting')
    .execute()
}

export async function deleteOldMails(tx: Tx, before: Date, limit: number): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('mails')
    .where('id', 'in', (query) =>
      query
        .selectFrom('mails')
        .select('id')
        .where('createdAt', '<', before)
        .where('status', '!=', 'waiting')
        .limit(limit),
    )
    .executeTakeFirst()
  return Number(numDeletedRows)
}
