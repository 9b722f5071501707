import { centsOf } from '@pier/protocol/money'
import { AppError } from '../../../platform/app-error.ts'
import { readClock, type Db } from '../../../platform/db/database.ts'
import type { RoutePlugin } from '../../../platform/http/app.ts'
import {
  resolveAlarm,
  resolveCommand,
  resolveEvent,
  resolveTransfer,
  retryCommand,
} from '../../custody/custody.service.ts'
import { listHolds } from '../../domains/domains.service.ts'
import { openConsole } from '../../operators/operators.service.ts'
import { decided, presentHold, readDecision } from '../../approvals/approvals.service.ts'
import {
  listPeopleOfJob,
  readDeadJob,
  resolveDeadJob,
  retryDeadJob,
} from './dead-letters.service.ts'
import {
  findDeskDomain,
  findDeskTransfer,
  findLastValue,
  listDeskAlarms,
  listDeskCommands,
  listDeskEvents,
  listDeskTransfers,
  listProblemEvents,
} from './registry-desk.repository.ts'
import {
  presentAlarm,
  presentCommand,
  presentDeadJob,
  presentDeskDomain,
  presentDeskTransfer,
  presentEvent,
  presentHolding,
} from './present-registry-desk.ts'
import { valueName } from '../settings/values.service.ts'

const pageSize = 25

/** Jobs that ran out of tries. */
export const deadLetterRoutes: RoutePlugin = async (app, context) => {
  const { onQuery, onCommand } = await openConsole(app, context)

  onQuery('GET /operator/jobs/:id', async (db, { params }) =>
    presentDeadJob(await readDeadJob(db, params.id)),
  )

  onCommand('POST /operator/jobs/:id/retry', async (tx, { params, operator }) => {
    const job = await retryDeadJob(tx, { ...params, operator })
    const userIds = await listPeopleOfJob(tx, job)
    return { reply: presentDeadJob(job), subject: params.id, userIds, data: { job: job.name } }
  })

  onCommand('POST /operator/jobs/:id/resolve', async (tx, { params, operator }) => {
    const job = await resolveDeadJob(tx, { ...params, operator })
    const userIds = await listPeopleOfJob(tx, job)
    return { reply: presentDeadJob(job), subject: params.id, userIds, data: { job: job.name } }
  })
}

/** Domains and transfers, and what the registrar left unresolved. */
export const deskRoutes: RoutePlugin = async (app, context) => {
  const { onQuery, onCommand } = await openConsole(app, context)

  onQuery('GET /operator/domains/:id', async (db, { params }) => {
    const found = await getDomain(db, params.id)
    const value = await findLastValue(db, found.name)
    return {
      domain: presentDeskDomain(found),
      holding: presentHolding(found, await readClock(db)),
      value: value
        ? {
            amount: Number(value.amountCents) / 100,
            source: value.source,
            at: value.createdAt.toISOString(),
          }
        : null,
      transfers: (await listDeskTransfers(db, found.id)).map(presentDeskTransfer),
      commands: (await listDeskCommands(db, found.id)).map(presentCommand),
      alarms: (await listDeskAlarms(db, found.id)).map(presentAlarm),
      holds: (await listHolds(db, found.id)).map(presentHold),
      events: (await listDeskEvents(db, found.name)).map(presentEvent),
    }
  })

  onQuery('GET /operator/transfers/:id', async (db, { params }) => {
    const transfer = await findDeskTransfer(db, params.id)
    if (!transfer) throw new AppError('transfer_not_found')
    const found = await getDomain(db, transfer.domainId)
    const { state, direction, hasCode, endedAt } = transfer
    return {
      domain: presentDeskDomain(found),
      transfer: presentDeskTransfer(transfer),
      commands: (await listDeskCommands(db, found.id)).map(presentCommand),
      events: (await listDeskEvents(db, found.name)).map(presentEvent),
      can_retry: !endedAt && direction === 'in' && (state !== 'asked' || hasCode),
    }
  })

  onCommand('POST /operator/transfers/:id/resolve', async (tx, { params, body: { step } }) => {
    const { userId } = await resolveTransfer(tx, { ...params, step })
    return { reply: null, subject: params.id, userIds: [userId], data: { step } }
  })

  onCommand('POST /operator/commands/:id/retry', async (tx, { params }) => {
    await retryCommand(tx, params.id)
    return { reply: null, subject: params.id }
  })

  onCommand('POST /operator/commands/:id/resolve', async (tx, { params, body: { outcome } }) => {
    await resolveCommand(tx, { ...params, outcome })
    return { reply: null, subject: params.id, data: { outcome } }
  })

  onQuery('GET /operator/registrar-events', async (db, { query: { page, open } }) => {
    const place = { limit: pageSize, offset: (page - 1) * pageSize }
    const { events, total } = await listProblemEvents(db, { isOpen: open === 'true', ...place })
    const pages = Math.max(1, Math.ceil(total / pageSize))
    return { events: events.map(presentEvent), total, pages }
  })

  onCommand('POST /operator/registrar-events/:id/resolve', async (tx, { params }) => {
    await resolveEvent(tx, params.id)
    return { reply: null, subject: params.id }
  })

  onCommand('POST /operator/alarms/:id/resolve', async (tx, { params, body }) => {
    const domainId = await resolveAlarm(tx, { ...params, isAccepted: body.is_accepted })
    return { reply: null, subject: params.id, data: { domainId, isAccepted: body.is_accepted } }
  })

  onCommand('POST /operator/valuations', async (tx, { operator, body }, clients) => {
    const { domain, amount, source, days, code, reason: reasons } = body
    const value = { typed: domain, amountCents: centsOf(amount), source, days }
    const { name, decisionId } = await valueName(tx, clients, value, { operator, code, reasons })
    const decision = decisionId && (await decided(tx, operator, await readDecision(tx, decisionId)))
    const { amountCents } = value
    return {
      reply: { name, amount, source, decision: decision ? decision.reply : null },
      subject: name,
      userIds: decision ? decision.userIds : [],
      data: { amountCents, source, days, ...(decisionId && { decision: decisionId }) },
    }
  })
}

async function getDomain(db: Db, id: string) {
  const found = await findDeskDomain(db, id)
  if (!found) throw new AppError('domain_not_found')
  return found
}
