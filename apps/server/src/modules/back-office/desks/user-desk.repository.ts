/** Users as operators look them up. Restricted parts are read by the users module. */
import { sql, type Kysely } from 'kysely'
import type { DB } from '../../../platform/db/db-types.ts'

export type FoundUser = {
  id: string
  name: string
  handle: string | null
  email: string
  createdAt: Date
  frozenAt: Date | null
}

type Search = { words: string; emailKey: Buffer; limit: number; offset: number }

/** Matches a handle, part of a name, a whole email address or an id. */
export async function searchUsers(
  db: Kysely<DB>,
  { words, emailKey, limit, offset }: Search,
): Promise<{ users: FoundUser[]; total: number }> {
  const isId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(words)
  const pattern = `%${words.replaceAll(/[%_\\]/g, (sign) => `\\${sign}`)}%`
  const { rows } = await sql<FoundUser & { total: string }>`
    select u.id, u.name, u.handle, u.email, u.created_at, u.frozen_at, count(*) over () as total
    from users as u
    where u.deleted_at is null and (u.handle = lower(${words}) or u.email_key = ${emailKey}
      or u.name ilike ${pattern} or u.id = ${isId ? words : null}::uuid)
    order by u.name, u.id limit ${limit} offset ${offset}
  `.execute(db)
  return { users: rows, total: Number(rows[0]?.total ?? 0) }
}

const shownMax = 100

export async function listLoansOf(db: Kysely<DB>, userId: string) {
  return db
    .selectFrom('escrows')
    .innerJoin('domains', 'domains.id', 'escrows.domainId')
    .select([
      'escrows.id',
      'escrows.code',
      'escrows.status',
      'escrows.phase',
      'escrows.dueAt',
      'escrows.graceUntil',
      'escrows.amountCents',
      'escrows.createdAt',
      'escrows.borrowerId',
      'domains.unicodeName',
    ])
    .where((row) => row.or([row('borrowerId', '=', userId), row('lenderId', '=', userId)]))
    .orderBy('escrows.number', 'desc')
    .limit(shownMax)
    .execute()
}

export const listDomainsOf = (db: Kysely<DB>, userId: string) =>
  db
    .selectFrom('domains')
    .select(['id', 'unicodeName', 'status'])
    .where('userId', '=', userId)
    .where('archivedAt', 'is', null)
    .orderBy('createdAt', 'desc')
    .limit(shownMax)
    .execute()

export const listHoldsOf = (db: Kysely<DB>, userId: string) =>
  db
    .selectFrom('domainHolds')
    .innerJoin('domains', 'domains.id', 'domainHolds.domainId')
    .select([
      'domainHolds.id',
      'domainHolds.kind',
      'domainHolds.note',
      'domainHolds.createdAt',
      'domains.unicodeName',
    ])
    .where('domains.userId', '=', userId)
    .where('domainHolds.liftedAt', 'is', null)
    .orderBy('domainHolds.createdAt', 'desc')
    .execute()

export const listSecurityOf = (db: Kysely<DB>, userId: string) =>
  db
    .selectFrom('securityEvents')
    .select(['at', 'kind', 'network'])
    .where('userId', '=', userId)
    .orderBy('at', 'desc')
    .limit(shownMax)
    .execute()
