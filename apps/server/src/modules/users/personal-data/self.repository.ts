import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/db/database.ts'
import { whole } from '../account/users.repository.ts'

type AcceptedRow = { document: string; version: number; acceptedAt: string }

/** A user with what their own pages say about the account, in one statement. */
export async function findSelf(db: Db | Tx, userId: string) {
  const row = await db
    .selectFrom('users')
    .selectAll()
    .where('id', '=', userId)
    .select([
      sql<boolean>`exists (
        select from user_mfa where user_id = users.id and confirmed_at is not null)`.as('hasMfa'),
      sql<number>`(
        select count(*)::int from recovery_codes where user_id = users.id and used_at is null)`.as(
        'codesLeft',
      ),
      // Of each document the newest version, and when that was first accepted.
      sql<AcceptedRow[]>`(
        select coalesce(json_agg(json_build_object(
          'document', document, 'version', version, 'acceptedAt', accepted_at)), '[]')
        from (select distinct on (document) document, version, accepted_at
          from legal_acceptances where user_id = users.id
          order by document, version desc, id) as newest)`.as('accepted'),
    ])
    .executeTakeFirst()
  const user = whole(row)
  return row && user ? { ...row, ...user } : undefined
}
