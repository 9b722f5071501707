import type { RoutePlugin } from '../../../platform/http/app.ts'
import { openConsole } from '../../operators/operators.service.ts'
import {
  confirmDecision,
  declineDecision,
  proposeForLoan,
  readDecision,
} from './decisions.service.ts'
import { listDecisions } from './decisions.repository.ts'
import { decided } from './present-decided.ts'
import { readDecisionFile } from '../../back-office/back-office.service.ts'
import { presentDecision } from './present-decision.ts'

const pageSize = 20

/** Decisions that take two operators: one proposes, another confirms. */
export const decisionRoutes: RoutePlugin = async (app, context) => {
  const { onQuery, onCommand } = await openConsole(app, context)

  onQuery('GET /operator/decisions', async (db, { operator, query }) => {
    const { page, kind, open } = query
    const part = { limit: pageSize, offset: (page - 1) * pageSize }
    const wanted = { kind, isOpen: open === 'true', ...part, reader: operator }
    const { decisions, total } = await listDecisions(db, wanted)
    const shown = []
    for (const each of decisions) shown.push(await presentDecision(db, operator, each))
    return { decisions: shown, total, pages: Math.max(1, Math.ceil(total / pageSize)) }
  })

  onQuery('GET /operator/decisions/:id', (db, { params, query: _query, ...onDuty }) =>
    readDecisionFile(db, { onDuty, ...params }),
  )

  onCommand('POST /operator/loans/:id/rule', async (tx, { operator, params, body }, clients) => {
    const { outcome, value_date: valueDate, due_on: dueOn, version, exhibits, code } = body
    const terms = { outcome, ...(valueDate && { valueDate }), ...(dueOn && { dueOn }) }
    const about = { escrowId: params.id, version, kind: 'rule', terms, exhibits } as const
    const id = await proposeForLoan(tx, clients, { ...about, reasons: body.reason, operator, code })
    return decided(tx, operator, await readDecision(tx, id))
  })

  onCommand('POST /operator/loans/:id/seize', async (tx, { operator, params, body }, clients) => {
    const { version, code, reason: reasons } = body
    const about = { escrowId: params.id, version, kind: 'seize', terms: {}, reasons } as const
    const id = await proposeForLoan(tx, clients, { ...about, operator, code })
    return decided(tx, operator, await readDecision(tx, id))
  })

  const forPlatform = 'POST /operator/loans/:id/seize-for-platform'
  onCommand(forPlatform, async (tx, { operator, params, body }, clients) => {
    const { version, code, reason: reasons, document_id: documentId } = body
    const about = { escrowId: params.id, version, kind: 'seizeForPlatform', terms: {} } as const
    const input = { ...about, reasons, documentId, operator, code }
    const id = await proposeForLoan(tx, clients, input)
    return decided(tx, operator, await readDecision(tx, id))
  })

  const confirm = 'POST /operator/decisions/:id/confirm'
  onCommand(confirm, async (tx, { operator, params, body }, clients) => {
    const { code, reason: note, name } = body
    const key = { ...params, operator, code, note, name }
    return decided(tx, operator, await confirmDecision(tx, clients, key))
  })

  onCommand('POST /operator/decisions/:id/decline', async (tx, { operator, params, body }) =>
    decided(tx, operator, await declineDecision(tx, { ...params, operator, note: body.reason })),
  )
}
