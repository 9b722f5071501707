/** Why an operator may not propose a ruling, in words; nothing where they may. */
import { decisionKinds } from '@pier/protocol/operators'
import type { Db } from '../../platform/db/database.ts'
import type { Case } from './case-facts.ts'
import { findAppealed, isPartial, listKeys } from './decisions.repository.ts'
import { helping } from './impartial.ts'
import type { Operator } from './operators.service.ts'

type About = { found: Case; userIds: string[] }

export async function whyNotPropose(
  db: Db,
  operator: Operator,
  { found: { dispute, stage }, userIds }: About,
): Promise<string | null> {
  const first: readonly string[] = decisionKinds.rule.first
  if (!operator.roles.some((role) => first.includes(role))) return 'A case officer proposes it.'
  if (stage === 'closed') return 'The case is closed.'
  if (stage === 'proposed') return 'A ruling waits for the second key.'
  if (stage === 'announced') return 'A ruling is announced.'
  const { deciders } = await listKeys(db, { subjectId: dispute.escrowId, disputeId: dispute.id })
  const appealed = await findAppealed(db, dispute.id)
  const isAppealed = appealed?.proposedBy === operator.id || appealed?.decidedBy === operator.id
  if (isAppealed || deciders.includes(operator.id)) return 'You held the other key of this case.'
  if (await isPartial(db, operator, { userIds, helping })) {
    return 'You have to do with one of the parties.'
  }
  return null
}
