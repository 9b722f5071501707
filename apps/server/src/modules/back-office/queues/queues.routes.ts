import { isDismissible, type OperatorQueue } from '@pier/protocol/operators'
import type { RoutePlugin } from '../../../platform/http/app.ts'
import { openConsole } from '../../operators/operators.service.ts'
import { nextStepOf } from './queue-text.ts'
import type { QueueLine } from './queues.repository.ts'
import { assignLine, countQueues, dismissLine, readQueue } from './queues.service.ts'

/** What waits for operators. */
export const queueRoutes: RoutePlugin = async (app, context) => {
  const { onQuery, onCommand } = await openConsole(app, context)

  onQuery('GET /operator/queues', async (db) => ({ queues: await countQueues(db) }))

  onQuery('GET /operator/queues/:queue', async (db, { operator, params: { queue }, query }) => {
    const { page, state, search, mine } = query
    const filter = { state, search, operatorId: mine && operator.id }
    const { rows, ...rest } = await readQueue(db, { queue, page, filter })
    return { ...rest, rows: rows.map((row) => presentLine(queue, row)) }
  })

  onCommand('PUT /operator/queues/:queue/:id', async (tx, { params, body }) => {
    await assignLine(tx, { ...params, operatorId: body.operator_id })
    const data = { queue: params.queue, operator: body.operator_id }
    return { reply: null, subject: params.id, data }
  })

  onCommand('POST /operator/queues/:queue/:id/dismiss', async (tx, { params, operator }) => {
    await dismissLine(tx, { ...params, operator })
    return { reply: null, subject: params.id, data: { queue: params.queue } }
  })
}

const presentLine = (queue: OperatorQueue, line: QueueLine) => ({
  id: line.id,
  title: line.title,
  detail: line.detail,
  state: line.state,
  since: line.since.toISOString(),
  deadline_at: line.deadlineAt?.toISOString() ?? null,
  at_risk: line.atRiskCents === null ? null : Number(line.atRiskCents) / 100,
  next_step: nextStepOf(queue, line.state),
  link: line.link,
  assigned_to: line.assignee,
  can_dismiss: isDismissible(queue, line.state),
})
