/**
 * Registers the calls of the operator console. Each is registered by name, so that its access rule
 * cannot be left out: no session gives 401, a user of the product gets 404, a missing role 403. A
 * command runs in one transaction that ends with its audit entry, and is rolled back if it turns
 * out to concern the operator who makes it.
 */
import { calls, type CallOutput } from '@pier/protocol/calls/calls'
import {
  operatorAccess,
  type CommandName,
  type QueryName,
  type OperatorCallName,
} from '@pier/protocol/calls/operator/operator-access'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { AppError, invariant } from '../../../platform/app-error.ts'
import type { Config } from '../../../platform/config.ts'
import type { Json } from '../../../platform/crypto/canonical.ts'
import {
  inSnapshot,
  inTransaction,
  type Database,
  type Db,
  type Tx,
} from '../../../platform/db/database.ts'
import type { App } from '../../../platform/http/app.ts'
import { recogniseUser } from '../../../platform/http/require-user.ts'
import { watchForGone } from '../../../platform/http/uploads.ts'
import type { Asker } from '../../../platform/pictures/pictures.ts'
import { clientOf, openUserClients, type UserClients } from '../../users/users.service.ts'
import { appendAudit } from '../audit/audit.repository.ts'
import { requireOutside } from '../people/conflict-of-interest.ts'
import { countCode } from '../sign-in/operator-codes.ts'
import {
  authenticateOperator,
  operatorCookie,
  type OnDuty,
} from '../sign-in/operator-sessions.service.ts'
import { lockOperator } from '../team/team.service.ts'
import { type Operator } from '../people/operators.repository.ts'

type Part<N extends OperatorCallName, K extends string> =
  (typeof calls)[N] extends Record<K, infer S extends z.ZodType> ? z.output<S> : undefined

/** What a call brings: who is calling, and what they sent. */
export type Asked<N extends OperatorCallName> = OnDuty & {
  params: Part<N, 'params'>
  query: Part<N, 'querystring'>
  body: Part<N, 'body'>
}

/** The reply of a command, and what its audit entry says besides who and why. */
type Done<N extends OperatorCallName> = {
  reply: CallOutput<N>
  subject: string | null
  /** For calls whose input has no reason. */
  reason?: string
  userIds?: string[]
  data?: { [key: string]: Json }
}

/** A larger body limit, and slow checks to run before the transaction opens. */
type Special<N extends OperatorCallName, P> = {
  bodyLimit?: number
  prepare?: (sent: Pick<Asked<N>, 'params' | 'query' | 'body'>, asker: Asker) => Promise<P>
}

type Work<N extends CommandName, P> = (
  tx: Tx,
  asked: Asked<N> & { prepared: P },
  clients: UserClients,
  reply: FastifyReply,
) => Promise<Done<N>>

export type Console = Awaited<ReturnType<typeof openConsole>>

export async function openConsole(app: App, { db, config }: { db: Database; config: Config }) {
  const clients = await openUserClients(config)
  const goneOf = watchForGone(app)

  /**
   * Registers a query: it reads one snapshot, and refuses a subject that concerns the operator,
   * such as a draft ruling on their own loan.
   */
  function onQuery<N extends QueryName>(
    name: N,
    answer: (db: Db, asked: Asked<N>, reply: FastifyReply) => Promise<CallOutput<N>>,
  ): void {
    register(app, db, name, async (request, onDuty, reply) => {
      const sent = sentIn<N>(request)
      const subject = idIn(sent.params)
      return inSnapshot(db, async (snapshot) => {
        if (subject) await requireOutside(snapshot, onDuty.operator, { subject, userIds: [] })
        return answer(snapshot, { ...onDuty, ...sent }, reply)
      })
    })
  }

  /** Registers a command: a change, or a read that has to be audited. */
  function onCommand<N extends CommandName, P = undefined>(
    name: N,
    work: Work<N, P>,
    { bodyLimit, prepare }: Special<N, P> = {},
  ): void {
    const handler: Handler = async (request, onDuty, reply) => {
      const sent = sentIn<N>(request)
      const asker = { id: onDuty.operator.id, signal: goneOf(reply) }
      const prepared = (await prepare?.(sent, asker)) as P // P is undefined without `prepare`.
      return countingCodes(db, clients, { onDuty, sent }, async (tx) => {
        const operator = await lockOperator(tx, onDuty)
        requireRole(operator, name) // It may have been taken away while this waited.
        const done = await work(tx, { ...onDuty, operator, ...sent, prepared }, clients, reply)
        const { subject, userIds = [] } = done
        await requireOutside(tx, operator, { subject, userIds })
        await appendAudit(tx, {
          operatorId: operator.id,
          sessionId: onDuty.sessionId,
          action: name,
          subject,
          userIds,
          reason: done.reason ?? reasonIn(sent),
          data: done.data ?? {},
          network: clientOf(request).network,
        })
        return done.reply
      })
    }
    register(app, db, name, handler, bodyLimit)
  }

  return { onQuery, onCommand, clients }
}

/** Limits wrong codes, so that they cannot be guessed. */
async function countingCodes<T>(
  db: Db,
  clients: UserClients,
  { onDuty, sent }: { onDuty: OnDuty; sent: { body: unknown } },
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  const { body } = sent
  if (typeof body !== 'object' || !body || !('code' in body)) return inTransaction(db, work)
  const takeBack = await countCode(db, clients, onDuty.operator.id)
  if (!takeBack) throw new AppError('too_many_requests')
  try {
    const done = await inTransaction(db, work)
    await takeBack()
    return done
  } catch (error) {
    const isWrong = error instanceof AppError && error.code === 'code_wrong'
    if (!isWrong) await takeBack()
    throw error
  }
}

type Handler = (request: FastifyRequest, onDuty: OnDuty, reply: FastifyReply) => Promise<unknown>

function register(
  app: App,
  db: Db,
  name: OperatorCallName,
  handler: Handler,
  bodyLimit?: number,
): void {
  const [method = '', url = ''] = name.split(' ')
  const schema = calls[name]
  const status = Number(Object.keys(schema.response)[0])
  const admitted = new WeakMap<FastifyRequest, OnDuty>()
  app.route({
    method,
    url,
    schema,
    ...(bodyLimit && { bodyLimit }),
    // Before the body is looked at: a stranger learns nothing from how it is refused.
    onRequest: async (request) => {
      admitted.set(request, await admit(db, request, name))
    },
    handler: async (request, reply) => {
      const onDuty = admitted.get(request)
      invariant(onDuty, 'nobody gets here who was not admitted')
      const answer = await handler(request, onDuty, reply)
      return reply.sent ? reply : reply.code(status).send(answer ?? null)
    },
  })
}

async function admit(db: Db, request: FastifyRequest, name: OperatorCallName): Promise<OnDuty> {
  const onDuty = await authenticateOperator(db, request.cookies[operatorCookie])
  if (!onDuty) {
    // For a user of the product there is no console at all.
    throw new AppError((await recogniseUser(request)) ? 'not_found' : 'operator_login_required')
  }
  request.callerId = onDuty.operator.id
  requireRole(onDuty.operator, name)
  return onDuty
}

function requireRole({ roles }: Operator, name: OperatorCallName): void {
  const allowed = operatorAccess[name]
  if (allowed !== 'open' && !roles.some((role) => allowed.includes(role))) {
    throw new AppError('operator_role')
  }
}

function sentIn<N extends OperatorCallName>({ params, query, body }: FastifyRequest) {
  return { params, query, body } as Pick<Asked<N>, 'params' | 'query' | 'body'>
}

const idIn = (params: unknown): string | null =>
  params && typeof params === 'object' && 'id' in params ? String(params.id) : null

function reasonIn({ body, query }: { body: unknown; query: unknown }): string {
  const [reason] = [body, query].flatMap((part) =>
    typeof part === 'object' && part && 'reason' in part ? [part.reason] : [],
  )
  invariant(typeof reason === 'string', 'every act has its reason')
  return reason
}
