/**
 * The operators. An invitation takes two approvals; whoever accepts sets up a password and a code
 * app. They cannot approve anything in their first week, nor in the first week of a new role, so
 * that the others have time to notice. The email address of an operator never changes, so that a
 * repeated invitation reaches the same mailbox.
 */
import { randomUUID } from 'node:crypto'
import { brand } from '@pier/protocol/brand'
import { limits } from '@pier/protocol/limits'
import type { OperatorRole } from '@pier/protocol/operators'
import { dayMs } from '@pier/protocol/time'
import { AppError, invariant } from '../../../platform/app-error.ts'
import { createDataKey } from '../../../platform/crypto/envelope.ts'
import { hashOf, randomToken } from '../../../platform/crypto/secrets.ts'
import { inTransaction, type Db, type Tx } from '../../../platform/db/database.ts'
import { limitTries } from '../../../platform/limits.ts'
import { sendMail } from '../../notifications/notifications.service.ts'
import { checkNewPassword, type Client, type UserClients } from '../../users/users.service.ts'
import { makeSecret, takeCode } from '../sign-in/operator-codes.ts'
import { mailOperators } from './mail-operators.ts'
import { endOlderSessions, isSessionOpen } from '../sign-in/operator-sessions.repository.ts'
import {
  findInvited,
  findOperatorByEmailKey,
  insertOperator,
  listAllOperators,
  lockOperatorRow,
  saveOperator,
  type Operator,
} from '../people/operators.repository.ts'

export const listOperators = listAllOperators

const inviteDays = 7
const joinLimit = { name: 'operator-join', max: 20, perSeconds: 3600 }

type Invited = {
  name: string
  email: string
  roles: OperatorRole[]
  /** From when they may approve, if not a week after joining. */
  keysFrom?: Date
  /** The approved decision. Without one, the database checks which role is writing. */
  decisionId?: string
}

/** Also returns the token, for the initial setup without working mail. */
export async function inviteOperator(
  tx: Tx,
  clients: UserClients,
  { name, email, roles, keysFrom, decisionId }: Invited,
): Promise<{ operator: Operator; token: string }> {
  const token = randomToken()
  const invite = {
    inviteHash: hashOf(token),
    inviteUntil: new Date(tx.now.getTime() + inviteDays * dayMs),
    keysFrom: keysFrom ?? null,
    ...(decisionId && { decisionId }),
  }
  const known = await findOperatorByEmailKey(tx, clients.emailKey(email))
  const locked = known && (await lockOperatorRow(tx, known.id))
  if (locked) await endOlderSessions(tx, locked.id, 0)
  const id = randomUUID()
  const operator = locked
    ? await saveOperator(tx, locked.id, { name, roles, ...invite, endedAt: null })
    : await insertOperator(tx, {
        id,
        name,
        email,
        emailKey: clients.emailKey(email),
        roles,
        dataKey: createDataKey(clients.dataKeys, id).wrapped,
        createdAt: tx.now,
        ...invite,
      })
  const url = `${clients.publicOrigin}/operator/join#token=${token}`
  await sendMail(tx, {
    userId: null,
    to: operator.email,
    kind: 'operatorInvite',
    page: {
      subject: `${brand.name} Operations: invitation, valid for ${inviteDays} days`,
      heading: 'You are invited as an operator',
      paragraphs: [
        `Choose a password and set up an authenticator app. The link works once, for ${inviteDays} days.`,
        'If you did not expect this, do not open the link and tell an admin.',
      ],
      button: { label: 'Accept invitation', url },
    },
  })
  return { operator, token }
}

const foundersMax = 3

/**
 * The first three operators are invited from the command line and may approve at once. Later it
 * only re-invites known operators, who then wait a week, and mails all operators.
 */
export async function inviteFromMachine(
  tx: Tx,
  clients: UserClients,
  invited: Omit<Invited, 'keysFrom' | 'decisionId'>,
): Promise<{ operator: Operator; token: string }> {
  const all = await listAllOperators(tx)
  const known = await findOperatorByEmailKey(tx, clients.emailKey(invited.email))
  if (all.length < foundersMax) return inviteOperator(tx, clients, { ...invited, keysFrom: tx.now })
  if (!known) throw new AppError('operators_enough')
  const words = `${known.name} was invited again from the command line`
  await mailOperators(tx, {
    subject: words,
    heading: words,
    paragraphs: ['If you did not expect this, ask the system administrator today.'],
    opens: { label: 'Open Operators', path: '/operator/operators' },
  })
  return inviteOperator(tx, clients, { ...invited, roles: known.roles })
}

/** Opens the invitation. Each call makes a new secret, until a code of one is confirmed. */
export async function startJoin(
  db: Db,
  clients: UserClients,
  { token, client }: { token: string; client: Client },
) {
  await limitTries(db, joinLimit, client.address, clients.limitKey)
  return inTransaction(db, async (tx) => {
    const operator = await lockInvited(tx, token)
    const { sealed, secret, uri } = makeSecret(clients, operator)
    await saveOperator(tx, operator.id, { sealedSecret: sealed, lastStep: '0', joinedAt: null })
    return { name: operator.name, email: operator.email, secret, uri }
  })
}

export async function join(
  db: Db,
  clients: UserClients,
  input: { token: string; password: string; code: string; client: Client },
): Promise<void> {
  const { token, password, code, client } = input
  await limitTries(db, joinLimit, client.address, clients.limitKey)
  const invited = await findInvited(db, hashOf(token))
  if (!invited?.sealedSecret) throw new AppError('link_invalid')
  if (Buffer.byteLength(password) < limits.operatorPasswordBytesMin) {
    throw new AppError('password_short', { field: 'password', message: 'At least 12 characters' })
  }
  checkNewPassword(password, { name: invited.name, email: invited.email, field: 'password' })
  const { hash, pepperId } = await clients.passwords.protect(password)
  await inTransaction(db, async (tx) => {
    const operator = await lockInvited(tx, token)
    if (!(await takeCode(tx, clients, { operator, code }))) {
      throw new AppError('code_wrong', { field: 'code' })
    }
    const stored = { passwordHash: hash, pepperId, inviteHash: null, inviteUntil: null }
    const keysFrom = operator.keysFrom ?? weekAfter(tx.now)
    await saveOperator(tx, operator.id, { ...stored, joinedAt: tx.now, keysFrom })
  })
}

const weekAfter = (at: Date) => new Date(at.getTime() + limits.operatorKeyWaitDays * dayMs)

async function lockInvited(tx: Tx, token: string): Promise<Operator> {
  const invited = await findInvited(tx, hashOf(token))
  const operator = invited && (await lockOperatorRow(tx, invited.id))
  if (!operator?.inviteHash?.equals(hashOf(token))) throw new AppError('link_invalid')
  return operator
}

/** Locks the operator and reads current roles: they may have changed since authentication. */
export async function lockOperator(
  tx: Tx,
  { operator, sessionId }: { operator: Operator; sessionId: string },
): Promise<Operator> {
  const locked = await lockOperatorRow(tx, operator.id)
  if (!locked || locked.endedAt || !(await isSessionOpen(tx, sessionId))) {
    throw new AppError('operator_login_required')
  }
  return locked
}

/** Carries out an approved change. A new role restarts the waiting week for all their roles. */
export async function setRoles(
  tx: Tx,
  { id }: Operator,
  { roles, decisionId }: { roles: OperatorRole[]; decisionId: string },
): Promise<Operator> {
  const operator = await lockOperatorRow(tx, id)
  invariant(operator, 'an operator is never deleted')
  const isMore = roles.some((role) => !operator.roles.includes(role))
  return saveOperator(tx, id, { roles, decisionId, ...(isMore && { keysFrom: weekAfter(tx.now) }) })
}

export async function endOperator(
  tx: Tx,
  { id, by }: { id: string; by: Operator },
): Promise<Operator> {
  if (id === by.id) throw new AppError('operator_own')
  const operator = await lockOperatorRow(tx, id)
  if (!operator) throw new AppError('operator_not_found')
  await endOlderSessions(tx, id, 0)
  await mailOperators(tx, {
    subject: `${operator.name} is no longer an operator`,
    heading: `${operator.name} is no longer an operator`,
    paragraphs: [`${by.name} ended their access. If you did not expect this, ask today.`],
    opens: { label: 'Open Operators', path: '/operator/operators' },
  })
  return saveOperator(tx, id, { endedAt: tx.now, inviteHash: null, inviteUntil: null })
}
