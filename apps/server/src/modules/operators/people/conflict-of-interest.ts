/** Whoever helped one of the people concerned, or is one of them, decides nothing about them. */
import { AppError } from '../../../platform/app-error.ts'
import type { Db, Tx } from '../../../platform/db/database.ts'
import { isPartial, hasOpenLoan, listPeopleOf } from './people-of.repository.ts'
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

type Subject = { subject: string | null; userIds: string[] }

/** Nobody does anything here about what is theirs, or of somebody with whom they have a loan. */
export async function requireOutside(
  db: Db | Tx,
  operator: Pick<Operator, 'id' | 'emailKey'>,
  { subject, userIds }: Subject,
): Promise<void> {
  const people = subject ? [...userIds, ...(await listPeopleOf(db, subject))] : userIds
  if (people.length === 0) return
  const concerned = { userIds: people, helping: [] } // Whoever helped somebody goes on helping them.
  if (await isPartial(db, operator, concerned)) throw new AppError('operator_partial')
}

/** What is done to every loan, or all of an ending, is done by somebody who has none of them. */
export async function requireNoLoan(
  tx: Tx,
  { emailKey }: Pick<Operator, 'emailKey'>,
  suffix: string | null,
): Promise<void> {
  if (await hasOpenLoan(tx, { emailKey, suffix })) throw new AppError('operator_partial')
}
