/** First approval for a change of staff. `staff.service.ts` carries it out. */
import type { OperatorRole } from '@pier/protocol/operators'
import { AppError } from '../../../platform/app-error.ts'
import type { Tx } from '../../../platform/db/database.ts'
import type { UserClients } from '../../users/users.service.ts'
import { propose } from '../decisions/decisions.service.ts'
import { findOperator, mailOperators, type Operator } from '../../operators/operators.service.ts'
import { textOfChange, type StaffChange } from '../decisions/staff.service.ts'
import { subjectOf } from '../decisions/subject-of.ts'

type Key = { operator: Operator; code: string; reasons: string }
type Invited = Omit<StaffChange, 'act'>

/** For new operators, and for those who lost their code app or come back. */
export const proposeInvite = (tx: Tx, clients: UserClients, invited: Invited, key: Key) =>
  proposeChange(tx, clients, { act: 'invite', ...invited }, key)

export async function proposeRoles(
  tx: Tx,
  clients: UserClients,
  { id, roles }: { id: string; roles: OperatorRole[] },
  key: Key,
): Promise<string> {
  const known = await findOperator(tx, id)
  if (!known || known.endedAt) throw new AppError('operator_not_found')
  const { name, email } = known
  return proposeChange(tx, clients, { act: 'roles', name, email, roles }, key)
}

async function proposeChange(tx: Tx, clients: UserClients, change: StaffChange, key: Key) {
  const about = `operator:${clients.emailKey(change.email).toString('hex').slice(0, 16)}`
  const id = await propose(tx, clients, {
    ...key,
    kind: 'staff',
    subjectId: subjectOf(about),
    escrowId: null,
    disputeId: null,
    appealOf: null,
    documentId: null,
    terms: { about, ...change },
    exhibits: [],
  })
  const words = textOfChange(change)
  await mailOperators(tx, {
    subject: `Proposed: ${words}`,
    heading: `${words}?`,
    paragraphs: [
      `Proposed by ${key.operator.name}. Reason: ${key.reasons}`,
      'It takes effect once an approver confirms it. If it looks wrong, decline it or tell an approver.',
    ],
    opens: { label: 'Open Decisions', path: '/operator/decisions' },
  })
  return id
}
