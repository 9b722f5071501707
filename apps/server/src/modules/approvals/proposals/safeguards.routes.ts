import { AppError } from '../../../platform/app-error.ts'
import type { RoutePlugin } from '../../../platform/http/app.ts'
import { createFileScan } from '../../../providers/scan/file-scan.ts'
import { openFileStore } from '../../contracts/contracts.service.ts'
import { listStops, startClocks, stopClocks } from '../../loans/loans.service.ts'
import { openConsole, requireNoLoan, requireOutside } from '../../operators/operators.service.ts'
import { decided } from '../decisions/present-decided.ts'
import { readDecision } from '../decisions/decisions.service.ts'
import {
  checkDocument,
  keepDocument,
  readDocument,
  type CheckedDocument,
} from '../holds/documents.service.ts'
import { proposeLift } from './hold-proposals.service.ts'
import { holdDomain } from '../holds/holds.service.ts'
import { lockLoanIfAny } from '../decisions/lock-known-loan.ts'

/** A file of the largest size in base64, with its name and the reason. */
const documentBodyMax = 14_100_000

/** Holds, clock stops, and the documents behind them. */
export const safeguardRoutes: RoutePlugin = async (app, context) => {
  const { onQuery, onCommand } = await openConsole(app, context)
  const { config } = context
  const scanFile = createFileScan(config)
  const files = openFileStore(config)

  const keep = 'POST /operator/documents'
  onCommand<typeof keep, CheckedDocument>(
    keep,
    async (tx, { operator, prepared }) => {
      const kept = await keepDocument(tx, config.keys.data, { ...prepared, addedBy: operator.id })
      return { reply: kept, subject: kept.id, data: { name: kept.name, sha256: kept.sha256 } }
    },
    {
      bodyLimit: documentBodyMax,
      prepare: ({ body }, asker) => checkDocument(scanFile, body, asker),
    },
  )

  const read = 'GET /operator/documents/:id'
  onCommand<typeof read, CheckedDocument>(
    read,
    async (tx, { operator, params, prepared }, _tools, reply) => {
      // Before anything is sent.
      await requireOutside(tx, operator, { subject: params.id, userIds: [] })
      const { name, type, bytes } = prepared
      const safe = encodeURIComponent(name)
      reply.type(type).header('content-disposition', `attachment; filename*=UTF-8''${safe}`)
      return { reply: bytes, subject: params.id, data: { name } }
    },
    { prepare: ({ params }) => readDocument(context.db, files, params.id) },
  )

  onCommand('POST /operator/holds', async (tx, { operator, body }) => {
    const { domain, kind, document_id: documentId, is_secret: isSecret, review_on: reviewOn } = body
    const input = { domain, kind, documentId, isSecret, reviewOn, reasons: body.reason }
    const held = await holdDomain(tx, { ...input, operator })
    return {
      reply: { id: held.id },
      subject: held.escrowId ?? held.id,
      userIds: held.userIds,
      data: { hold: held.id, domain: held.domain.name, kind, isSecret, documentId },
    }
  })

  onCommand('POST /operator/holds/:id/lift', async (tx, { operator, params, body }, clients) => {
    const { code, reason: reasons, document_id: documentId, owner_id: ownerId } = body
    const input = { operator, code, holdId: params.id, documentId, ownerId, reasons }
    const decision = await readDecision(tx, await proposeLift(tx, clients, input))
    return decided(tx, operator, decision)
  })

  onQuery('GET /operator/clocks', async (db) => ({
    stops: (await listStops(db)).map((stop) => ({
      id: stop.id,
      scope: stop.scope,
      what: stop.what,
      reason: stop.reason,
      since: stop.beganAt.toISOString(),
      by: stop.operator,
      outage: stop.noticedAt && {
        noticed_at: stop.noticedAt.toISOString(),
        over_at: stop.overAt?.toISOString() ?? null,
      },
    })),
  }))

  onCommand('POST /operator/clocks', async (tx, { operator, body }) => {
    const { escrow_id: escrowId = null, reason } = body
    const suffix = body.suffix?.toLowerCase().replace(/^\./, '') ?? null
    if (escrowId && suffix) throw new AppError('bad_request')
    if (escrowId) await lockLoanIfAny(tx, escrowId)
    else await requireNoLoan(tx, operator, suffix)
    const id = await stopClocks(tx, { escrowId, suffix, reason, stoppedBy: operator.id })
    return { reply: { id }, subject: escrowId ?? id, data: { stop: id, suffix } }
  })

  onCommand('POST /operator/clocks/:id/start', async (tx, { operator, params, body }) => {
    const { counts = true } = body
    const escrowId = await startClocks(tx, { id: params.id, operatorId: operator.id, counts })
    if (!escrowId) await requireNoLoan(tx, operator, null)
    return { reply: null, subject: escrowId ?? params.id, data: { stop: params.id, counts } }
  })
}
