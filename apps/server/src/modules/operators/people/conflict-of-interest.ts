/** Operators may not decide about themselves or about users they have helped. */
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

/** Operators may not act on anything of their own, or of somebody they have a loan with. */
export async function requireOutside(
  db: Db | Tx,
  operator: Pick<Operator, 'id' | 'emailKey'>,
  { subject, userIds }: Subject,
): Promise<void> {
  const people = subject ? [...userIds, ...(await listPeopleOf(db, subject))] : userIds
  if (people.length === 0) return
  const concerned = { userIds: people, helping: [] } // Having helped somebody is no obstacle here.
  if (await isPartial(db, operator, concerned)) throw new AppError('operator_partial')
}

/** Actions on all loans, or on all of one TLD, need an operator who has none of these loans. */
export async function requireNoLoan(
  tx: Tx,
  { emailKey }: Pick<Operator, 'emailKey'>,
  suffix: string | null,
): Promise<void> {
  if (await hasOpenLoan(tx, { emailKey, suffix })) throw new AppError('operator_partial')
}
