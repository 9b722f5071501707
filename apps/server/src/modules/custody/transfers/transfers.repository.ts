import { sql, type Kysely, type Selectable, type Updateable } from 'kysely'
import type { Tx } from '../../../platform/db/database.ts'
import type { DB, Transfers } from '../../../platform/db/db-types.ts'

export type Transfer = Selectable<Transfers>
type NewTransfer = Pick<Transfer, 'domainId' | 'userId'> & {
  direction: 'in' | 'out'
  state: 'asked' | 'waiting'
  feeCents?: number
  transactionId?: string
  codeAt?: Date
  stopTokenHash?: Buffer
}

export async function insertTransfer(tx: Tx, transfer: NewTransfer): Promise<Transfer> {
  return tx
    .insertInto('transfers')
    .values({ ...transfer, createdAt: tx.now })
    .returningAll()
    .executeTakeFirstOrThrow()
}

export function findTransfer(db: Kysely<DB>, id: string): Promise<Transfer | undefined> {
  return db.selectFrom('transfers').selectAll().where('id', '=', id).executeTakeFirst()
}

/** One at most is under way, in or out. Its domain is locked, so it needs no lock of its own. */
export function findOpenTransfer(db: Kysely<DB>, domainId: string): Promise<Transfer | undefined> {
  return db
    .selectFrom('transfers')
    .selectAll()
    .where('domainId', '=', domainId)
    .where('endedAt', 'is', null)
    .executeTakeFirst()
}

/** In the order in which their domains are locked. */
export const listLeaving = (db: Kysely<DB>, userId: string): Promise<Transfer[]> =>
  db
    .selectFrom('transfers')
    .selectAll()
    .where('userId', '=', userId)
    .where('direction', '=', 'out')
    .where('endedAt', 'is', null)
    .orderBy('domainId')
    .execute()

export async function findOpenTransferOfName(
  db: Kysely<DB>,
  { name, direction }: { name: string; direction: 'in' | 'out' },
): Promise<Transfer | undefined> {
  return db
    .selectFrom('transfers')
    .innerJoin('domains', 'domains.id', 'transfers.domainId')
    .selectAll('transfers')
    .where('domains.name', '=', name)
    .where('transfers.direction', '=', direction)
    .where('transfers.endedAt', 'is', null)
    .executeTakeFirst()
}

export function findTransferByToken(
  db: Kysely<DB>,
  stopTokenHash: Buffer,
): Promise<Transfer | undefined> {
  return db
    .selectFrom('transfers')
    .selectAll()
    .where('stopTokenHash', '=', stopTokenHash)
    .executeTakeFirst()
}

export async function saveTransfer(
  tx: Tx,
  id: string,
  change: Omit<Updateable<Transfers>, 'id' | 'createdAt'>,
): Promise<void> {
  await tx.updateTable('transfers').set(change).where('id', '=', id).execute()
}

/** How many codes this user has tried for the name since then, also under an earlier row of it. */
export async function countTransfersOfName(
  db: Kysely<DB>,
  { userId, name, since }: { userId: string; name: string; since: Date },
): Promise<number> {
  const { count } = await db
    .selectFrom('transfers')
    .innerJoin('domains', 'domains.id', 'transfers.domainId')
    .select((row) => row.fn.countAll<string>().as('count'))
    .where('domains.name', '=', name)
    .where('transfers.userId', '=', userId)
    .where('transfers.direction', '=', 'in')
    .where('transfers.createdAt', '>', since)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Whether the registrar's messages have to be polled often. */
export async function hasTransferUnderWay(db: Kysely<DB>): Promise<boolean> {
  const { rows } = await sql<{ isThere: boolean }>`
    select exists (select from transfers
      where ended_at is null and state in ('asked', 'requested', 'arriving', 'code_sent')) as is_there
  `.execute(db)
  return rows[0]?.isThere ?? false
}

/** Requested at the registry, but without a timer to check on them. */
export async function listForgottenTransfers(db: Kysely<DB>, before: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('transfers')
    .select('id')
    .where('endedAt', 'is', null)
    .where('state', '=', 'requested')
    .where('requestedAt', '<', before)
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom('timers')
            .select('timers.job')
            .whereRef('timers.subjectId', '=', 'transfers.id')
            .where('timers.job', '=', 'custody.check-transfer'),
        ),
      ),
    )
    .limit(1000)
    .execute()
  return rows.map(({ id }) => id)
}

/** Erases codes that are too old to be of use. */
export async function wipeOldCodes(tx: Tx, before: Date): Promise<void> {
  await tx
    .updateTable('transfers')
    .set({ sealedCode: null })
    .where('sealedCode', 'is not', null)
    .where('createdAt', '<', before)
    .execute()
}
