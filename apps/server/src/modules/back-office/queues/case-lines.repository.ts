import type { DisputeReason } from '@pier/protocol/loans/disputes'
import type { Party } from '@pier/protocol/lifecycles/loan'
import { sql, type Kysely } from 'kysely'
import type { DB } from '../../../platform/db/db-types.ts'
import { isUnspoken } from './loan-queues.repository.ts'

/** An open dispute with what its stage is worked out from. */
export type OpenCase = {
  id: string
  number: string
  reason: DisputeReason
  code: string
  domain: string
  amountCents: string
  openedAt: Date
  borrowerStatedAt: Date | null
  lenderStatedAt: Date | null
  borrowerRepliedAt: Date | null
  lenderRepliedAt: Date | null
  /** Times are text here: they come out of JSON. */
  questions: { party: Party; answerBy: string }[]
  ruling: 'proposed' | 'announced' | 'appealed' | null
  rulingAt: Date | null
  effectAt: Date | null
  assignee: { id: string; name: string } | null
}

const saidAt = (party: Party, kind: 'statement' | 'reply') => sql`(select at from dispute_statements
  where dispute_id = p.id and party = ${party} and kind = ${kind})`

/** The text of the escalation counts as the statement of the party that escalated. */
const statedAt = (party: Party) => sql`coalesce(${saidAt(party, 'statement')},
  case when p.opened_by = ${party} and p.statement is not null then p.opened_at end)`

/** Lists all of them: they are few, and their stage is computed, not stored. */
export async function listOpenCases(db: Kysely<DB>): Promise<OpenCase[]> {
  const { rows } = await sql<OpenCase>`
    select p.id::text, p.number, p.reason, e.code, d.unicode_name as domain, e.amount_cents, p.opened_at,
      ${statedAt('BORROWER')} as borrower_stated_at, ${statedAt('LENDER')} as lender_stated_at,
      ${saidAt('BORROWER', 'reply')} as borrower_replied_at,
      ${saidAt('LENDER', 'reply')} as lender_replied_at,
      (select coalesce(json_agg(json_build_object('party', party, 'answerBy', answer_by)), '[]')
        from dispute_questions where dispute_id = p.id and answered_at is null) as questions,
      c.state as ruling, coalesce(c.appealed_at, c.decided_at, c.proposed_at) as ruling_at,
      c.takes_effect_at as effect_at,
      case when o.id is not null then json_build_object('id', o.id, 'name', o.name) end as assignee
    from escrow_disputes as p join escrows as e on e.id = p.escrow_id
      join domains as d on d.id = e.domain_id
      left join lateral (select * from decisions where escrow_id = e.id and dispute_id = p.id
        and state in ('proposed', 'announced', 'appealed') order by number desc limit 1) as c on true
      left join assignments as a on a.queue = 'disputes' and a.subject_id = p.id::text
      left join operators as o on o.id = a.operator_id
    where p.closed_at is null and not ${isUnspoken}
  `.execute(db)
  return rows
}
