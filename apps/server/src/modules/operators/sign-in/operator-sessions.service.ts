/**
 * Logins of operators: password and code, always both. The session is a cookie that script cannot
 * read and that no other site can send along. It ends after a quarter of an hour without use, and
 * after a working day in any case; a third login ends the oldest.
 */
import { minuteMs } from '@pier/protocol/time'
import { AppError } from '../../../platform/app-error.ts'
import { hashOf, randomToken } from '../../../platform/crypto/secrets.ts'
import { inTransaction, type Db, type Tx } from '../../../platform/db/database.ts'
import {
  forgetTries,
  limitTries,
  limitTriesWithPause,
  takeBackTry,
} from '../../../platform/limits.ts'
import type { Client, UserClients } from '../../users/users.service.ts'
import { appendAudit } from '../audit/audit.repository.ts'
import { countCode, takeCode } from './operator-codes.ts'
import {
  endOlderSessions,
  endOperatorSession,
  findOpenSession,
  insertSession,
  touchSession,
  type OperatorSession,
} from './operator-sessions.repository.ts'
import {
  findOperator,
  findOperatorByEmailKey,
  lockOperatorRow,
  type Operator,
} from '../people/operators.repository.ts'

export const operatorCookie = '__Host-operator'

const sessionsMax = 2
const addressLimit = { name: 'operator-login-address', max: 20, perSeconds: 600 }
const personLimit = { name: 'operator-login', max: 5, perSeconds: 86_400 }

/** Who calls, and in which session. */
export type OnDuty = { operator: Operator; sessionId: string }

type Login = { email: string; password: string; code: string; client: Client }

export async function logInOperator(
  db: Db,
  clients: UserClients,
  { email, password, code, client }: Login,
): Promise<{ operator: Operator; token: string }> {
  const person = clients.emailKey(email)
  const counted = `${person.toString('hex')}|${client.address}`
  await limitTries(db, addressLimit, client.address, clients.limitKey)
  await limitTriesWithPause(db, personLimit, counted, clients.limitKey)
  const known = await findOperatorByEmailKey(db, person)
  const { passwordHash: hash, pepperId } = known ?? {}
  const isRight =
    hash && pepperId
      ? await clients.passwords.matches({ hash, pepperId }, password)
      : await clients.passwords.matchNobody(password)
  // Limits codes per day for whoever has the password, without revealing that it is right.
  const takeBack = isRight && known ? await countCode(db, clients, known.id) : undefined
  const started = await inTransaction(db, (tx) =>
    start(tx, clients, { known: takeBack ? known : undefined, code, client }),
  )
  if (!started) {
    await inTransaction(db, (tx) =>
      appendAudit(tx, noteOf('login refused', { operatorId: known?.id ?? null, client })),
    )
    throw new AppError('operator_login_wrong')
  }
  await takeBack?.()
  await takeBackTry(db, addressLimit, client.address, clients.limitKey)
  await forgetTries(db, personLimit, counted, clients.limitKey)
  return started
}

type Start = { known: Operator | undefined; code: string; client: Client }

async function start(tx: Tx, clients: UserClients, { known, code, client }: Start) {
  const operator = known && (await lockOperatorRow(tx, known.id))
  if (!operator?.joinedAt || operator.endedAt || operator.inviteHash) return undefined
  if (operator.passwordHash !== known?.passwordHash) return undefined
  if (!(await takeCode(tx, clients, { operator, code }))) return undefined
  const token = randomToken()
  const { label, network } = client
  const session = { operatorId: operator.id, tokenHash: hashOf(token), label, network }
  const sessionId = await insertSession(tx, session)
  await endOlderSessions(tx, operator.id, sessionsMax)
  await appendAudit(tx, noteOf('login', { operatorId: operator.id, sessionId, client }))
  return { operator, token }
}

const noteOf = (
  action: string,
  by: { operatorId: string | null; sessionId?: string; client: Client },
) => ({
  operatorId: by.operatorId,
  sessionId: by.sessionId ?? null,
  action,
  subject: null,
  userIds: [],
  reason: action === 'login' ? 'Logged in' : 'Wrong password or code',
  data: { device: by.client.label },
  network: by.client.network,
})

/** Reads the row on every call, so that what was ended a moment ago is refused. */
export async function authenticateOperator(
  db: Db,
  token: string | undefined,
): Promise<OnDuty | undefined> {
  const session = token ? await findOpenSession(db, hashOf(token)) : undefined
  const operator = session && (await findOperator(db, session.operatorId))
  if (!session || !operator) return undefined
  if (session.now.getTime() - session.usedAt.getTime() > minuteMs) await touch(db, session)
  return { operator, sessionId: session.id }
}

/** While nothing can be saved, operators go on reading; a later call touches the session. */
async function touch(db: Db, session: OperatorSession): Promise<void> {
  await touchSession(db, session).catch((error: unknown) => {
    if (!(error instanceof AppError && error.code === 'saving_paused')) throw error
  })
}

export const logOutOperator = (tx: Tx, sessionId: string): Promise<void> =>
  endOperatorSession(tx, sessionId)
