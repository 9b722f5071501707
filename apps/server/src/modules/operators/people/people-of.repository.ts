import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { Json } from '../../../platform/crypto/canonical.ts'
import type { DB } from '../../../platform/db/db-types.ts'

const uuid = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/

/** Both parties of a loan, and of the open loan that is to refinance it. */
const sidesOf = (loans: RawBuilder<unknown>) => sql`
  select unnest(array[borrower_id, lender_id]) as user_id from escrows
  where id in (${loans}) or (refinances_id in (${loans}) and ended_at is null)`

/**
 * Whom a decision concerns, where `d` is its row, stored or about to be. Defined only here, so that
 * approvals, pages, documents and the list of decisions agree. Several users may have added the
 * same domain name.
 */
export const peopleOfDecision = sql`
  select (d.terms ->> named)::uuid as user_id from unnest(array['userId', 'ownerId']) as named
    where d.terms ->> named is not null
  union ${sidesOf(sql`d.escrow_id`)}
  union select o.user_id from domains as o join domain_holds as h on h.domain_id = o.id
    where d.kind = 'liftHold' and h.id = d.subject_id
  union select user_id from domains
    where d.kind = 'value' and name = d.terms ->> 'domain' and archived_at is null`

type About = {
  kind: string
  subjectId: string
  escrowId: string | null
  terms: { [key: string]: Json }
}

/** Works for a decision that is not stored yet. */
export async function listPeopleOfDecision(
  db: Kysely<DB>,
  { kind, subjectId, escrowId, terms }: About,
): Promise<string[]> {
  const { rows } = await sql<{ userId: string }>`
    select p.user_id from (select ${kind}::text as kind, ${subjectId}::uuid as subject_id,
      ${escrowId}::uuid as escrow_id, ${JSON.stringify(terms)}::jsonb as terms) as d
    cross join lateral (${peopleOfDecision}) as p
  `.execute(db)
  return rows.map(({ userId }) => userId)
}

/** The operator's own user account, matched by email, and everybody they have an open loan with. */
export const closeTo = (emailKey: Buffer) => sql`
  select id as user_id from users where email_key = ${emailKey}
  union select unnest(array[borrower_id, lender_id]) from escrows
    join users on users.id in (borrower_id, lender_id)
    where email_key = ${emailKey} and ended_at is null`

/**
 * The users behind a subject of the audit log: its owner, and both parties of the loan it belongs
 * to or secures; for a document, those concerned by the holds and decisions that cite it. Ids are
 * unique over all tables, so the kind of subject need not be given.
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
      union select domain_id from domain_holds where ${id} in (id, document_id)
      union select domain_id from listings where id = ${id}
      union select d.id from reports as r join domains as d on d.name = r.domain
        where r.id = ${id} and d.archived_at is null
      union select d.id from registrar_events as e join domains as d on d.name = e.name
        where e.id = ${id} and d.archived_at is null
    ), loans as (
      select id from escrows where id = ${id}
      union select escrow_id from escrow_disputes where id = ${id}
      union select escrow_id from clock_stops where id = ${id}
      union select e.id from escrows as e join names on names.id = e.domain_id
        where e.ended_at is null
    )
    select user_id from domains join names using (id)
    union ${sidesOf(sql`select id from loans`)}
    union select id from users where id = ${id}
    union select user_id from transactions where id = ${id}
    union select user_id from mails where id = ${id} and user_id is not null
    union select user_id from payees where id = ${id}
    union select p.user_id from decisions as d cross join lateral (${peopleOfDecision}) as p
      where ${id} in (d.id, d.document_id)
  `.execute(db)
  return rows.map(({ userId }) => userId)
}

/** Whether an operator is a party of an open loan, on any TLD or on one. */
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

/** Whether the operator is one of these users, has a loan with one, or has helped one. */
export async function isPartial(
  db: Kysely<DB>,
  operator: { id: string; emailKey: Buffer },
  { userIds, helping }: { userIds: string[]; helping: readonly string[] },
): Promise<boolean> {
  const { rows } = await sql<{ isPartial: boolean }>`
    select exists (select from (${closeTo(operator.emailKey)}) as close
        where user_id = any(${userIds}::uuid[]))
      or exists (select from audit_log where operator_id = ${operator.id}
        and user_ids && ${userIds}::uuid[] and action = any(${helping}::text[])) as is_partial
  `.execute(db)
  return rows[0]?.isPartial ?? false
}

export async function hasUser(db: Kysely<DB>, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('deletedAt', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}
