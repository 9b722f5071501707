/** Background of a decision about a loan: delivered notices, and each party's last statement. */
import { sql, type Kysely } from 'kysely'
import type { DB } from '../../../platform/db/db-types.ts'

export type Delivered = {
  at: Date
  status: 'sent' | 'refused' | 'waiting'
  error: string | null
  /** When the notification in the app was read, if it was. */
  readAt: Date | null
}

/**
 * Default mails to a user about a loan, created at these times, with when each was read. One that the
 * relay took and that came back later counts as refused: it reached nobody.
 */
export async function listDelivered(
  db: Kysely<DB>,
  { escrowId, userId, times }: { escrowId: string; userId: string; times: Date[] },
): Promise<Delivered[]> {
  const { rows } = await sql<Delivered>`
    select m.created_at as at, n.read_at,
      case when bounce.detail is null then m.status else 'refused' end as status,
      coalesce(bounce.detail, m.error) as error
    from mails as m left join lateral (select detail from mail_reports
      where mail_id = m.id and kind in ('hard_bounce', 'soft_bounce')
      order by created_at desc, kind limit 1) as bounce on true
      left join lateral (select read_at from notifications
      where user_id = m.user_id and created_at = m.created_at
        and link = '/app/escrow/' || ${escrowId}::text
      order by read_at nulls last limit 1) as n on true
    where m.about_id = ${escrowId} and m.user_id = ${userId} and m.kind = 'defaults'
      and m.created_at = any(${times}::timestamptz[])
    order by m.created_at, m.id
  `.execute(db)
  return rows
}

export type Word = { userId: string; body: string; at: Date; what: 'statement' | 'message' }

/** The last statement of each party. Chat messages count only if the file is open. */
export async function listLastStatements(
  db: Kysely<DB>,
  { escrowId, withChat }: { escrowId: string; withChat: boolean },
): Promise<Word[]> {
  const { rows } = await sql<Word>`
    select distinct on (user_id) user_id, body, at, what from (
      select case s.party when 'BORROWER' then e.borrower_id else e.lender_id end as user_id,
        s.body, s.at, 'statement' as what
      from dispute_statements as s join escrow_disputes as d on d.id = s.dispute_id
        join escrows as e on e.id = d.escrow_id
      where e.id = ${escrowId}
      union all
      select case p.proposed_by when 'BORROWER' then e.borrower_id else e.lender_id end,
        p.terms ->> 'statement', p.created_at, 'statement'
      from escrow_proposals as p join escrows as e on e.id = p.escrow_id
      where e.id = ${escrowId} and p.terms ->> 'statement' is not null
      union all
      select user_id, body, created_at, 'message' from escrow_messages
      where escrow_id = ${escrowId} and ${withChat}
    ) as words order by user_id, at desc
  `.execute(db)
  return rows
}
