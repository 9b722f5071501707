import { sql, type Insertable, type Selectable, type Updateable } from 'kysely'
import { inOneStatement, type Db, type Tx } from '../../../platform/db/database.ts'
import type { Sessions } from '../../../platform/db/db-types.ts'
import { readHot } from '../../../platform/db/hot-reads.ts'
import { whole, type User } from '../account/users.repository.ts'

export type Session = Selectable<Sessions>
export type SessionEnd =
  | 'logout'
  | 'ended_by_user'
  | 'too_many'
  | 'password_changed'
  | 'password_reset'
  | 'mfa_changed'
  | 'frozen'
  | 'cookie_mismatch'
  | 'deleted'
  | 'email_changed'

export async function insertSession(tx: Tx, session: Insertable<Sessions>): Promise<Session> {
  return tx.insertInto('sessions').values(session).returningAll().executeTakeFirstOrThrow()
}

/** All of them, named one by one: what is read over and over must not change under its plan. */
const columns: Record<keyof Session, string> = {
  id: 'id',
  userId: 'user_id',
  refreshHash: 'refresh_hash',
  bindHash: 'bind_hash',
  binding: 'binding',
  label: 'label',
  network: 'network',
  usedMfa: 'used_mfa',
  createdAt: 'created_at',
  refreshedAt: 'refreshed_at',
  movedAt: 'moved_at',
  grantAction: 'grant_action',
  grantObject: 'grant_object',
  grantUntil: 'grant_until',
  endedAt: 'ended_at',
  endedBecause: 'ended_because',
}
const namedColumns = Object.entries(columns).map(([name, column]) => `${column} as "${name}"`)
const sessionNow = `select ${namedColumns.join(', ')}, app_now() as now from sessions where id = $1`

/** The session and, in the same round trip, the time it is judged by. Every call with a login asks. */
export async function findSessionNow(db: Db, id: string) {
  const [found] = await readHot<Session & { now: Date }>(db, sessionNow, [id])
  return found
}

/** A user and one of their sessions, with the fields that decide whether they may act. */
export type Acting = {
  user: User
  session: Pick<
    Session,
    | 'id'
    | 'endedAt'
    | 'createdAt'
    | 'network'
    | 'movedAt'
    | 'usedMfa'
    | 'grantAction'
    | 'grantObject'
    | 'grantUntil'
  >
}

/** Locks both in one query: the user first, as everywhere. */
export async function lockUserAndSession(
  tx: Tx,
  { userId, sessionId }: { userId: string; sessionId: string },
): Promise<Acting | undefined> {
  const row = await tx
    .selectFrom('users')
    .innerJoin('sessions', 'sessions.userId', 'users.id')
    .selectAll('users')
    .select(['sessions.id as sessionId', 'sessions.endedAt', 'sessions.createdAt as sessionSince'])
    .select(['network', 'movedAt', 'usedMfa', 'grantAction', 'grantObject', 'grantUntil'])
    .where('users.id', '=', userId)
    .where('sessions.id', '=', sessionId)
    .modifyEnd(sql`for no key update of users for update of sessions`)
    .executeTakeFirst()
  if (!row) return undefined
  const { sessionId: id, endedAt, sessionSince: createdAt, ...rest } = row
  const { network, movedAt, usedMfa, grantAction, grantObject, grantUntil, ...user } = rest
  const grant = { grantAction, grantObject, grantUntil }
  const session = { id, endedAt, createdAt, network, movedAt, usedMfa, ...grant }
  const kept = whole(user)
  return kept && { user: kept, session }
}

export async function lockSession(tx: Tx, id: string) {
  return tx.selectFrom('sessions').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}

export async function saveSession(tx: Tx, id: string, changes: Updateable<Sessions>) {
  await tx.updateTable('sessions').set(changes).where('id', '=', id).execute()
}

/** Only the first call decides. Returns false if another call was faster. */
export async function decideBinding(db: Db, id: string, binding: 'bound' | 'unbound') {
  const { numUpdatedRows } = await inOneStatement(db, (connection) =>
    connection
      .updateTable('sessions')
      .set({ binding })
      .where('id', '=', id)
      .where('binding', '=', 'pending')
      .executeTakeFirst(),
  )
  return numUpdatedRows === 1n
}

export async function listOpenSessions(db: Db | Tx, userId: string): Promise<Session[]> {
  return db
    .selectFrom('sessions')
    .selectAll()
    .where('userId', '=', userId)
    .where('endedAt', 'is', null)
    .orderBy('createdAt', 'desc')
    .orderBy('id')
    .execute()
}

export async function listSessionsOfUser(db: Db | Tx, userId: string) {
  return db
    .selectFrom('sessions')
    .select(['label', 'network', 'createdAt', 'refreshedAt', 'endedAt', 'endedBecause'])
    .where('userId', '=', userId)
    .orderBy('createdAt')
    .execute()
}

/** A session that was ended by a freeze or the like does not make its browser known. */
export async function isKnownDevice(tx: Tx, userId: string, bindHash: Buffer): Promise<boolean> {
  const row = await tx
    .selectFrom('sessions')
    .select('id')
    .where('userId', '=', userId)
    .where('bindHash', '=', bindHash)
    .where((session) =>
      session.or([
        session('endedBecause', 'is', null),
        session('endedBecause', 'in', ['logout', 'too_many', 'password_changed', 'mfa_changed']),
      ]),
    )
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

export async function endSession(tx: Tx, id: string, because: SessionEnd): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('sessions')
    .set({ endedAt: tx.now, endedBecause: because })
    .where('id', '=', id)
    .where('endedAt', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export async function endSessionsOfUser(
  tx: Tx,
  { userId, because, except }: { userId: string; because: SessionEnd; except?: string | undefined },
): Promise<void> {
  await tx
    .updateTable('sessions')
    .set({ endedAt: tx.now, endedBecause: because })
    .where('userId', '=', userId)
    .where('endedAt', 'is', null)
    .$if(except !== undefined, (query) => query.where('id', '!=', except ?? ''))
    .execute()
}

export async function deleteOldSessions(tx: Tx, before: Date, limit: number): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('sessions')
    .where('id', 'in', (query) =>
      query.selectFrom('sessions').select('id').where('refreshedAt', '<', before).limit(limit),
    )
    .executeTakeFirst()
  return Number(numDeletedRows)
}
