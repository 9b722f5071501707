import { calls } from '@pier/protocol/calls/calls'
import {
  operatorAccess,
  type OperatorCallName,
} from '@pier/protocol/calls/operator/operator-access'
import { writeCsv } from '../../platform/csv.ts'
import { readClock } from '../../platform/db/database.ts'
import { documentOf } from '../../platform/http/api-document.ts'
import type { RoutePlugin } from '../../platform/http/app.ts'
import { isEveryClockStopped } from '../loans/loans.service.ts'
import { clientOf, openUserClients } from '../users/users.service.ts'
import { readAudit, readAuditForFile } from './audit/audit.service.ts'
import { openConsole } from './console/console.ts'
import {
  logInOperator,
  logOutOperator,
  operatorCookie,
} from './sign-in/operator-sessions.service.ts'
import {
  decided,
  proposeInvite,
  proposeRoles,
  readDecision,
} from '../approvals/approvals.service.ts'
import { endOperator, join, listOperators, startJoin } from './team/team.service.ts'
import { type Operator } from './people/operators.repository.ts'
import { presentOperator } from './team/present-operator.ts'

const cookie = { path: '/', secure: true, httpOnly: true, sameSite: 'strict' } as const

/** Login and joining of operators: these need no session. */
export const operatorSignInRoutes: RoutePlugin = async (app, { db, config }) => {
  const clients = await openUserClients(config)

  app.post('/operator/login', { schema: calls['POST /operator/login'] }, async (request, reply) => {
    const input = { ...request.body, client: clientOf(request) }
    const { operator, token } = await logInOperator(db, clients, input)
    reply.setCookie(operatorCookie, token, cookie)
    return presentOperator(operator)
  })

  app.post('/operator/join/start', { schema: calls['POST /operator/join/start'] }, (request) =>
    startJoin(db, clients, { ...request.body, client: clientOf(request) }),
  )

  app.post('/operator/join', { schema: calls['POST /operator/join'] }, async (request, reply) => {
    await join(db, clients, { ...request.body, client: clientOf(request) })
    return reply.code(204).send(null)
  })
}

/** Operators, and the audit log. */
export const operatorRoutes: RoutePlugin = async (app, context) => {
  const { onQuery, onCommand } = await openConsole(app, context)

  onCommand('POST /operator/logout', async (tx, { sessionId }, _tools, reply) => {
    await logOutOperator(tx, sessionId)
    reply.clearCookie(operatorCookie, cookie)
    return { reply: null, subject: null, reason: 'Logged out' }
  })

  onQuery('GET /operator/self', async (db, { operator }) => ({
    ...presentOperator(operator),
    now: (await readClock(db)).toISOString(),
    calls: callsOf(operator),
    is_clock_stopped: await isEveryClockStopped(db),
  }))

  onQuery('GET /operator/docs', async () => documentOf(app, 'operators'))

  onQuery('GET /operator/operators', async (db) => ({
    operators: (await listOperators(db)).map(presentOperator),
  }))

  onCommand('POST /operator/operators', async (tx, { body, operator }, clients) => {
    const { reason: reasons, code, ...invited } = body
    const id = await proposeInvite(tx, clients, invited, { operator, code, reasons })
    return decided(tx, operator, await readDecision(tx, id))
  })

  onCommand(
    'PUT /operator/operators/:id/roles',
    async (tx, { params, body, operator }, clients) => {
      const { reason: reasons, code, roles } = body
      const id = await proposeRoles(tx, clients, { ...params, roles }, { operator, code, reasons })
      return decided(tx, operator, await readDecision(tx, id))
    },
  )

  onCommand('POST /operator/operators/:id/end', async (tx, { params, operator }) => {
    const ended = await endOperator(tx, { ...params, by: operator })
    return { reply: presentOperator(ended), subject: params.id }
  })

  onQuery('GET /operator/audit', async (db, { query: { page, ...filter } }) => {
    const { lines, ...rest } = await readAudit(db, filter, page)
    return { ...rest, lines: lines.map(presentLine) }
  })

  onCommand('GET /operator/audit.csv', async (_tx, { query }, _tools, reply) => {
    const lines = (await readAuditForFile(context.db, query)).map(presentLine)
    const columns = [
      'seq',
      'at',
      'operator',
      'action',
      'subject',
      'reason',
      'network',
      'hash',
    ] as const
    const rows = lines.map((line) => columns.map((column) => String(line[column] ?? '')))
    reply.header('content-disposition', 'attachment; filename="audit.csv"')
    reply.type('text/csv; charset=utf-8')
    const file = writeCsv(columns, rows)
    return { reply: Buffer.from(file), subject: null, data: { lines: lines.length } }
  })
}

const callsOf = ({ roles }: Operator): string[] =>
  (Object.keys(operatorAccess) as OperatorCallName[]).filter((name) => {
    const allowed = operatorAccess[name]
    return allowed !== 'open' && roles.some((role) => allowed.includes(role))
  })

type Line = Awaited<ReturnType<typeof readAudit>>['lines'][number]

const presentLine = ({
  seq,
  at,
  operator,
  action,
  subject,
  reason,
  data,
  network,
  hash,
}: Line) => ({
  seq,
  at: at.toISOString(),
  operator,
  action,
  subject,
  reason,
  data,
  network,
  hash: hash.toString('hex'),
})
