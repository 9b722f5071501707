import type { Tx } from '../../platform/db/database.ts'
import type { RoutePlugin } from '../../platform/http/app.ts'
import { findEscrow } from '../escrow/escrow.service.ts'
import { openConsole } from './console.ts'
import {
  confirmDecision,
  declineDecision,
  listDecisions,
  proposeForLoan,
  readDecision,
  type NamedDecision,
} from './decisions.service.ts'
import type { Operator } from './operators.service.ts'
import { presentDecision } from './present-decision.ts'

const pageSize = 20

/** Two keys: who proposes, who confirms. */
export const decisionRoutes: RoutePlugin = async (app, context) => {
  const { look, act } = await openConsole(app, context)

  look('GET /operator/decisions', async (db, { operator, query }) => {
    const { page, kind, open } = query
    const wanted = { kind, isOpen: open === 'true', limit: pageSize, offset: (page - 1) * pageSize }
    const { decisions, total } = await listDecisions(db, wanted)
    const shown = []
    for (const each of decisions) shown.push(await presentDecision(db, operator, each))
    return { decisions: shown, total, pages: Math.max(1, Math.ceil(total / pageSize)) }
  })

  act('POST /operator/loans/:id/rule', async (tx, { operator, params, body }, tools) => {
    const { outcome, value_date: valueDate, due_on: dueOn, version, exhibits, code } = body
    const terms = { outcome, ...(valueDate && { valueDate }), ...(dueOn && { dueOn }) }
    const about = { escrowId: params.id, version, kind: 'rule', terms, exhibits } as const
    const id = await proposeForLoan(tx, tools, { ...about, reasons: body.reason, operator, code })
    return done(tx, operator, await readDecision(tx, id))
  })

  act('POST /operator/loans/:id/seize', async (tx, { operator, params, body }, tools) => {
    const { version, code, reason: reasons } = body
    const about = { escrowId: params.id, version, kind: 'seize', terms: {}, reasons } as const
    const id = await proposeForLoan(tx, tools, { ...about, operator, code })
    return done(tx, operator, await readDecision(tx, id))
  })

  const forPlatform = 'POST /operator/loans/:id/seize-for-platform'
  act(forPlatform, async (tx, { operator, params, body }, tools) => {
    const { version, code, reason: reasons, document_id: documentId } = body
    const about = { escrowId: params.id, version, kind: 'seizeForPlatform', terms: {} } as const
    const input = { ...about, reasons, documentId, operator, code }
    const id = await proposeForLoan(tx, tools, input)
    return done(tx, operator, await readDecision(tx, id))
  })

  const confirm = 'POST /operator/decisions/:id/confirm'
  act(confirm, async (tx, { operator, params, body: { code, reason: note } }, tools) =>
    done(tx, operator, await confirmDecision(tx, tools, { ...params, operator, code, note })),
  )

  act('POST /operator/decisions/:id/decline', async (tx, { operator, params, body }) =>
    done(tx, operator, await declineDecision(tx, { ...params, operator, note: body.reason })),
  )
}

/** The loan it is about is what is found in the audit log. */
async function done(tx: Tx, operator: Operator, decision: NamedDecision) {
  const { id, kind, state, escrowId, subjectId, terms } = decision
  const escrow = escrowId ? await findEscrow(tx, escrowId) : undefined
  return {
    reply: await presentDecision(tx, operator, decision),
    subject: escrowId ?? subjectId,
    userIds: escrow ? [escrow.borrowerId, escrow.lenderId] : [],
    data: { decision: id, kind, state, terms },
  }
}
