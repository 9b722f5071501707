import { calls } from '@pier/protocol/calls/calls'
import { AppError } from '../../../platform/app-error.ts'
import type { RoutePlugin } from '../../../platform/http/app.ts'
import { clientOf, openUserClients } from '../../users/users.service.ts'
import { openConsole } from '../../operators/operators.service.ts'
import { findReport } from './reports.repository.ts'
import { closeReport, takeReport } from './reports.service.ts'

/** Anybody may report theft or abuse, without a login. */
export const publicReportRoutes: RoutePlugin = async (app, { db, config }) => {
  const clients = await openUserClients(config)

  app.post('/reports', { schema: calls['POST /reports'] }, async (request, reply) => {
    await takeReport(db, clients, { ...request.body, client: clientOf(request) })
    return reply.code(204).send(null)
  })
}

export const reportRoutes: RoutePlugin = async (app, context) => {
  const { onQuery, onCommand } = await openConsole(app, context)

  onQuery('GET /operator/reports/:id', async (db, { params }) => {
    const report = await findReport(db, params.id)
    if (!report) throw new AppError('report_not_found')
    const { id, kind, domain, contact, statement, domains } = report
    return {
      id,
      kind,
      domain,
      contact,
      statement,
      domains,
      created_at: report.createdAt.toISOString(),
      closed_at: report.closedAt?.toISOString() ?? null,
      closed_by: report.operator,
      escrow_id: report.escrowId,
      others: Number(report.others),
    }
  })

  onCommand('POST /operator/reports/:id/close', async (tx, { params, operator }) => {
    await closeReport(tx, { ...params, operatorId: operator.id })
    return { reply: null, subject: params.id }
  })
}
