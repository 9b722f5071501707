import type { Tx } from '../../../platform/db/database.ts'
import { listConcerned } from './concerned.ts'
import type { NamedDecision } from './decisions.repository.ts'
import type { Operator } from '../../operators/operators.service.ts'
import { presentDecision } from './present-decision.ts'

/** The reply to an approval, and its audit entry: filed under the loan or other subject. */
export async function decided(tx: Tx, operator: Operator, decision: NamedDecision) {
  const { id, kind, state, escrowId, subjectId, terms } = decision
  const { userIds } = await listConcerned(tx, decision)
  return {
    reply: await presentDecision(tx, operator, decision),
    subject: escrowId ?? (typeof terms.about === 'string' ? terms.about : subjectId),
    userIds,
    data: { decision: id, kind, state, terms },
  }
}
