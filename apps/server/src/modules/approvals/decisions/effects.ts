/** What each kind of decision does once it has both approvals. */
import type { DecisionKind } from '@pier/protocol/operators'
import { invariant } from '../../../platform/app-error.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { carryOut, type LockedLoan, type OperatorAct } from '../../loans/loans.service.ts'
import { adjust, type Adjustment } from '../../payments/payments.service.ts'
import { recordValuation, type Value } from '../../domains/domains.service.ts'
import type { UserClients } from '../../users/users.service.ts'
import { changeStaff } from './staff.service.ts'
import { configure } from './apply-setting.ts'
import { liftHold } from '../holds/holds.service.ts'
import { overtakeStale, saveDecision, type Decision } from './decisions.repository.ts'

type Confirmed = Decision & { decidedBy: string }
type By = { locked: LockedLoan | undefined; clients?: UserClients }
type Effect = (tx: Tx, decision: Confirmed, by: By) => Promise<unknown>

const onLoan =
  (act: OperatorAct): Effect =>
  (tx, decision, { locked }) => {
    invariant(locked, 'it is about a loan')
    const { id, terms, proposedBy, decidedBy } = decision
    const behind = { decisionId: id, operators: [proposedBy, decidedBy] } as const
    return carryOut(tx, locked, { act, terms, behind })
  }

const effects: Record<DecisionKind, Effect> = {
  rule: onLoan('rule'),
  seize: onLoan('seize'),
  seizeForPlatform: onLoan('seizeForPlatform'),
  liftHold: (tx, { subjectId, proposedBy, decidedBy, terms }) =>
    liftHold(tx, {
      holdId: subjectId,
      operators: [proposedBy, decidedBy],
      ownerId: typeof terms.ownerId === 'string' ? terms.ownerId : undefined,
    }),
  adjust: (tx, { id, terms }) => {
    // The shape that adjustments.service.ts proposed.
    const asked = terms as Omit<Adjustment, 'decisionId'>
    return adjust(tx, { ...asked, decisionId: id })
  },
  configure,
  staff: (tx, decision, { clients }) => {
    invariant(clients, 'a change of staff takes effect with its second approval')
    return changeStaff(tx, clients, decision)
  },
  value: (tx, { id, terms }) => {
    // The shape that values.service.ts proposed.
    const { domain, amountCents, source, days } = terms as Omit<Value, 'name'> & {
      domain: Value['name']
    }
    return recordValuation(tx, { name: domain, amountCents, source, days, decisionId: id })
  },
}

export async function carryOutDecision(tx: Tx, decision: Confirmed, by: By): Promise<void> {
  await effects[decision.kind](tx, decision, by)
  await saveDecision(tx, decision.id, { state: 'done', doneAt: tx.now })
  // If this closed the dispute, its other open decisions (an appealed ruling) are overtaken.
  if (decision.escrowId) await overtakeStale(tx, decision.escrowId)
}
