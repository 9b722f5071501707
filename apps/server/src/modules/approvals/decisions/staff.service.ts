/**
 * Operators and their roles. A change takes two approvals, neither by the operator it is about, and
 * all operators are mailed when it is proposed and when it is done.
 */
import { operatorRoles, type OperatorRole } from '@pier/protocol/operators'
import { AppError } from '../../../platform/app-error.ts'
import type { Tx } from '../../../platform/db/database.ts'
import type { UserClients } from '../../users/users.service.ts'
import type { Decision } from './decisions.repository.ts'
import {
  findOperatorByEmailKey,
  inviteOperator,
  mailOperators,
  setRoles,
} from '../../operators/operators.service.ts'

/** As stored in the terms of the decision. */
export type StaffChange = {
  act: 'invite' | 'roles'
  name: string
  email: string
  roles: OperatorRole[]
}

/** Carries out an approved change. */
export async function changeStaff(
  tx: Tx,
  clients: UserClients,
  { id: decisionId, terms }: Pick<Decision, 'id' | 'terms'>,
): Promise<void> {
  const change = terms as StaffChange & { about: string } // As it was proposed.
  const known = await findOperatorByEmailKey(tx, clients.emailKey(change.email))
  if (change.act === 'invite') await inviteOperator(tx, clients, { ...change, decisionId })
  else if (!known || known.endedAt) throw new AppError('operator_not_found')
  else await setRoles(tx, known, { roles: change.roles, decisionId })
  const words = textOfChange(change)
  await mailOperators(tx, {
    subject: words,
    heading: words,
    paragraphs: ['Two operators approved this. If you did not expect it, ask them today.'],
    opens: { label: 'Open Operators', path: '/operator/operators' },
  })
}

export function textOfChange({ act, name, roles }: StaffChange): string {
  const as = roles.map((role) => operatorRoles[role].toLowerCase()).join(', ')
  return act === 'invite' ? `${name} was invited as ${as}` : `${name} now has the role ${as}`
}
