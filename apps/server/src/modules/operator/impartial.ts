/** Whoever helped one of the people concerned, or is one of them, decides nothing about them. */
import { AppError } from '../../platform/app-error.ts'
import type { Tx } from '../../platform/db/database.ts'
import { isPartial } from './decisions.repository.ts'
import type { Operator } from './operators.repository.ts'

/** Calls by which an operator helps a user, and is no longer impartial about them. */
export const helping = [
  'POST /operator/users/:id/messages',
  'POST /operator/users/:id/freeze',
  'POST /operator/users/:id/unfreeze',
  'PUT /operator/users/:id/email',
]

export async function requireImpartial(
  tx: Tx,
  operator: Pick<Operator, 'id' | 'emailKey'>,
  userIds: string[],
): Promise<void> {
  if (await isPartial(tx, operator, { userIds, helping })) throw new AppError('operator_partial')
}
