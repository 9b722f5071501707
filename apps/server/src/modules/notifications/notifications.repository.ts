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

/** The page goes with the sending: it holds links that are nobody's business afterwards. */
export async function settleMail(
  tx: Tx,
  id: string,
  { status, error = null }: { status: 'sent' | 'refused'; error?: string | null },
): Promise<void> {
  await tx
    .updateTable('mails')
    .set({ status, error, page: null, settledAt: tx.now })
    .where('id', '=', id)
    .where('status', '=', 'waiting')
    .execute()
}
