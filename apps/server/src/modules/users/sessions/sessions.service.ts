/**
 * Sessions: one row per login, read on every request, so that ending one takes effect at once. The
 * refresh token does not rotate, because the reply has no field for a new one; a stolen copy is
 * useless without the binding cookie, which scripts cannot read.
 */
import { limits } from '@pier/protocol/limits'
import { hourMs } from '@pier/protocol/time'
import { AppError, invariant } from '../../../platform/app-error.ts'
import { hashOf, randomToken, sameBytes } from '../../../platform/crypto/secrets.ts'
import { inTransaction, type Db, type Tx } from '../../../platform/db/database.ts'
import { countTry, limitTries } from '../../../platform/limits.ts'
import { lockCaller } from './caller.service.ts'
import type { Client } from '../account/client.ts'
import { noteSecurity } from '../account/security-notice.service.ts'
import {
  decideBinding,
  endSession,
  findSessionNow,
  insertSession,
  isKnownDevice,
  listOpenSessions,
  saveSession,
  type Acting,
  type Session,
} from './sessions.repository.ts'
import { insertSecurityEvent, lockUser, type User } from '../account/users.repository.ts'
import type { UserClients } from '../account/user-clients.ts'

const lifeMs = {
  bound: { idle: 72 * hourMs, whole: 14 * 24 * hourMs },
  unbound: { idle: 2 * hourMs, whole: 24 * hourMs },
}
const refreshLimit = { name: 'refresh', max: 30, perSeconds: 3600 }
const mismatchLimit = { name: 'bind-mismatch', max: 3, perSeconds: 3600 }

const refreshTokenShape = /^rt1\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.([\w-]{43})$/

export type StartedSession = { token: string; refreshToken: string; bind: string }

export async function startSession(
  tx: Tx,
  clients: UserClients,
  {
    user,
    client,
    usedMfa,
    isNewUser = false,
  }: {
    user: User
    client: Client
    usedMfa: boolean
    isNewUser?: boolean
  },
): Promise<StartedSession> {
  // The cookie of an earlier login is kept: it is what tells a known browser from a new one.
  const bind = /^[\w-]{43}$/.test(client.bindCookie ?? '') ? client.bindCookie : randomToken()
  invariant(bind, 'a session is tied to a cookie')
  const isKnown = isNewUser || (await isKnownDevice(tx, user.id, hashOf(bind)))
  const secret = randomToken()
  const session = await insertSession(tx, {
    userId: user.id,
    refreshHash: hashOf(secret),
    bindHash: hashOf(bind),
    label: client.label,
    network: client.network,
    usedMfa,
    createdAt: tx.now,
    refreshedAt: tx.now,
  })
  await insertSecurityEvent(tx, {
    userId: user.id,
    sessionId: session.id,
    kind: 'login',
    network: client.network,
    detail: { label: client.label, usedMfa },
  })
  if (!isKnown) await noteSecurity(tx, clients, { user, kind: 'newDevice', from: client })
  await endOldestSession(tx, clients, { user, client })
  const token = await clients.tokens.issue(session, tx.now)
  return { token, refreshToken: `rt1.${session.id}.${secret}`, bind }
}

async function endOldestSession(
  tx: Tx,
  clients: UserClients,
  { user, client }: { user: User; client: Client },
) {
  const open = await listOpenSessions(tx, user.id)
  if (open.length <= limits.sessionsPerUserMax) return
  for (const session of open.slice(limits.sessionsPerUserMax)) {
    await endSession(tx, session.id, 'too_many')
  }
  await noteSecurity(tx, clients, { user, kind: 'oldestSessionEnded', from: client })
}

/** Returns the caller. Reads the session row, so that a session that just ended is refused. */
export async function authenticate(
  db: Db,
  clients: UserClients,
  { token, client }: { token: string | undefined; client: Client },
) {
  if (!token) throw new AppError('login_required')
  const claims = await clients.tokens.read(token)
  const session = await findSessionNow(db, claims.sessionId)
  if (!session || session.userId !== claims.userId || claims.expiresAt <= session.now) {
    throw new AppError('login_required')
  }
  await checkSession(db, clients, session, client)
  return { id: session.userId, sessionId: session.id, now: session.now }
}

export async function refreshSession(
  db: Db,
  clients: UserClients,
  { refreshToken, client }: { refreshToken: string; client: Client },
): Promise<string> {
  const [, id = '', secret = ''] = refreshTokenShape.exec(refreshToken) ?? []
  const session = id ? await findSessionNow(db, id) : undefined
  if (!session || !sameBytes(session.refreshHash, hashOf(secret))) {
    throw new AppError('login_required')
  }
  await limitTries(db, refreshLimit, session.id, clients.limitKey)
  await checkSession(db, clients, session, client)
  return inTransaction(db, async (tx) => {
    const caller = await lockCaller(tx, { userId: session.userId, sessionId: session.id })
    await noteMove(tx, clients, caller, client)
    await saveSession(tx, session.id, { refreshedAt: tx.now, network: client.network })
    return clients.tokens.issue(session, tx.now)
  })
}

/** The session is open, not expired, and used by the browser it belongs to. */
async function checkSession(
  db: Db,
  clients: UserClients,
  session: Session & { now: Date },
  client: Client,
) {
  if (session.endedAt) throw new AppError('login_required')
  const binding = await bindingOf(db, clients, session, client)
  if (!isOpenAt({ ...session, binding }, session.now)) throw new AppError('login_required')
}

/** Not idle for too long, and not older than its maximum age. */
export function isOpenAt(
  session: Pick<Session, 'binding' | 'refreshedAt' | 'createdAt'>,
  now: Date,
): boolean {
  const { idle, whole } = lifeMs[session.binding === 'unbound' ? 'unbound' : 'bound']
  return (
    now.getTime() <= session.refreshedAt.getTime() + idle &&
    now.getTime() <= session.createdAt.getTime() + whole
  )
}

/** The first call after a login decides for good whether the session is bound to the cookie. */
async function bindingOf(
  db: Db,
  clients: UserClients,
  session: Session,
  client: Client,
): Promise<'bound' | 'unbound'> {
  if (session.binding === 'unbound') return 'unbound'
  if (session.binding === 'pending') return decide(db, clients, session, client)
  const { bindCookie } = client
  if (!bindCookie || !sameBytes(hashOf(bindCookie), session.bindHash)) {
    await recordMismatch(db, clients, session, client)
    throw new AppError('login_required')
  }
  return 'bound'
}

/** Of two concurrent first calls one decides, and the other follows that decision. */
async function decide(
  db: Db,
  clients: UserClients,
  session: Session,
  client: Client,
): Promise<'bound' | 'unbound'> {
  const binding = client.bindCookie ? 'bound' : 'unbound'
  if (binding === 'bound') await bindingOf(db, clients, { ...session, binding }, client)
  if (await decideBinding(db, session.id, binding)) return binding
  const decided = await findSessionNow(db, session.id)
  if (!decided || decided.endedAt) throw new AppError('login_required')
  return bindingOf(db, clients, decided, client)
}

async function recordMismatch(db: Db, clients: UserClients, session: Session, client: Client) {
  const count = await countTry(db, mismatchLimit, session.id, clients.limitKey)
  await inTransaction(db, async (tx) => {
    await insertSecurityEvent(tx, {
      userId: session.userId,
      sessionId: session.id,
      kind: 'cookie_mismatch',
      network: client.network,
    })
    if (count < mismatchLimit.max) return
    const user = await lockUser(tx, session.userId)
    const isEnded = await endSession(tx, session.id, 'cookie_mismatch')
    if (user && isEnded)
      await noteSecurity(tx, clients, { user, kind: 'sessionEnded', from: client })
  })
}

/** Another network is allowed. The user is notified once per session. */
async function noteMove(tx: Tx, clients: UserClients, { user, session }: Acting, client: Client) {
  if (session.network === client.network || session.movedAt) return
  await saveSession(tx, session.id, { movedAt: tx.now })
  await noteSecurity(tx, clients, { user, kind: 'newLocation', from: client })
}
