import { sql, type Kysely } from 'kysely'
import type { DB } from '../../platform/db/db-types.ts'

const uuid = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/

/**
 * Whose a thing is, by what the audit log calls it: its owner, and both sides of the loan that it
 * belongs to or stands for. Ids are unique over all tables, so nobody has to say what it is.
 */
export async function listPeopleOf(db: Kysely<DB>, subject: string): Promise<string[]> {
  const id = uuid.exec(subject)?.[0] ?? null
  const { rows } = await sql<{ userId: string }>`
    with names as (
      select id from domains where id = ${id}
      union select id from domains where name = ${subject} and archived_at is null
      union select domain_id from transfers where id = ${id}
      union select domain_id from registrar_commands where id = ${id}
      union select domain_id from custody_alarms where id = ${id}
      union select domain_id from domain_holds where id = ${id}
      union select domain_id from listings where id = ${id}
      union select d.id from reports as r join domains as d on d.name = r.domain
        where r.id = ${id} and d.archived_at is null
      union select d.id from registrar_events as e join domains as d on d.name = e.name
        where e.id = ${id} and d.archived_at is null
    ), loans as (
      select id from escrows where id = ${id}
      union select escrow_id from escrow_disputes where id = ${id}
      union select escrow_id from clock_stops where id = ${id}
      union select escrow_id from decisions where id = ${id}
      union select e.id from escrows as e join names on names.id = e.domain_id
        where e.ended_at is null
    )
    select user_id from domains join names using (id)
    union select unnest(array[borrower_id, lender_id]) from escrows join loans using (id)
    union select id from users where id = ${id}
    union select user_id from transactions where id = ${id}
    union select user_id from mails where id = ${id} and user_id is not null
    union select user_id from payees where id = ${id}
    union select (terms ->> 'userId')::uuid from decisions where id = ${id} and terms ? 'userId'
  `.execute(db)
  return rows.map(({ userId }) => userId)
}

/** Whether somebody is a side of a loan that is open, of any ending or of one. */
export async function hasOpenLoan(
  db: Kysely<DB>,
  { emailKey, suffix }: { emailKey: Buffer; suffix: string | null },
): Promise<boolean> {
  const { rows } = await sql<{ hasOne: boolean }>`
    select exists (select from escrows as e join domains as d on d.id = e.domain_id
      join users as u on u.id in (e.borrower_id, e.lender_id)
      where u.email_key = ${emailKey} and e.ended_at is null
        and (${suffix}::text is null or d.suffix = ${suffix})) as has_one
  `.execute(db)
  return rows[0]?.hasOne ?? false
}
