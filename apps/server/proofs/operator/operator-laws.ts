/** The laws of operators' actions, each a query on the tables that must find nothing. */
import { checkAudit } from '../../src/modules/operators/audit/audit.service.ts'
import { helping } from '../../src/modules/operators/operators.service.ts'
import { readVerifierConfig } from '../../src/platform/config.ts'
import type { Loan } from '../loans/cast/loans-cast.ts'
import { breaches } from '../loans/loans-laws.ts'
import type { Office } from './operator-office.ts'

const turned = `d.decided_by is not null and d.state in ('announced', 'appealed', 'overtaken', 'done')`

/** Both approvals of every decision, with their audit lines. */
const keys = `
  select d.id, d.subject_id, d.dispute_id, d.proposed_by as operator_id, d.escrow_id,
    (select seq from audit_log where data ->> 'decision' = d.id::text
      and operator_id = d.proposed_by and action not like '%/decisions/%') as seq
  from decisions as d
  union all select d.id, d.subject_id, d.dispute_id, d.decided_by, d.escrow_id,
    (select seq from audit_log where data ->> 'decision' = d.id::text
      and operator_id = d.decided_by and action like '%/confirm')
  from decisions as d where ${turned}`

/** A transition that operators made. */
const steps = `select v.*, v.data ->> 'decision' as decision from escrow_events as v
  where v.actor = 'TWO_OPERATORS' and v.version is not null`

const againstWhom = `case d.terms ->> 'outcome' when 'NOT_FUNDED' then '{LENDER}'::text[]
  when 'REPAID' then '{LENDER}' when 'CURE' then '{BORROWER,LENDER}' else '{BORROWER}' end`

const questions: Record<string, string> = {
  'one name or the same twice': `select d.id, d.state from decisions as d
    where (d.state in ('announced', 'appealed', 'done') and d.decided_by is null)
      or (d.decided_by = d.proposed_by and d.state <> 'withdrawn')`,
  'both approvals of a case': `select d.id, o.id as other from decisions as d join decisions as o
      on o.subject_id = d.subject_id and o.dispute_id is not distinct from d.dispute_id
    where ${turned} and o.proposed_by = d.decided_by
    union all select d.id, a.id from decisions as d join decisions as a on a.id = d.appeal_of
    where d.proposed_by in (a.proposed_by, a.decided_by)
      or (${turned} and d.decided_by in (a.proposed_by, a.decided_by))`,
  'a key of a party or a helper': `select k.id, k.operator_id from (${keys}) as k
    join operators as o on o.id = k.operator_id join escrows as e on e.id = k.escrow_id
    where o.email_key in (select email_key from users where id in (e.borrower_id, e.lender_id))
      or exists (select from audit_log as a where a.operator_id = o.id and a.seq < k.seq
        and a.action in (${helping.map((action) => `'${action}'`).join()})
        and a.user_ids && array[e.borrower_id, e.lender_id])`,
  'a key without its line': `select k.id from (${keys}) as k where k.seq is null`,
  'a loan moved without two approvals': `select s.escrow_id, s.seq from (${steps}) as s
    where not exists (select from decisions as d where d.id::text = s.decision
      and d.escrow_id = s.escrow_id and d.state = 'done' and d.done_at = s.at
      and s.data -> 'operators' = jsonb_build_array(d.proposed_by, d.decided_by))`,
  'a decision that moved nothing, or twice': `select d.id from decisions as d
    where d.state = 'done' and d.kind <> 'liftHold'
      and (select count(*) from (${steps}) as s where s.decision = d.id::text) <> 1`,
  'two decisions about one dispute': `select d.dispute_id from decisions as d
    where d.state = 'done' and d.dispute_id is not null and d.kind <> 'liftHold'
    group by d.dispute_id having count(*) > 1`,
  'moved before its time': `select d.id from decisions as d where d.kind = 'rule'
    and d.state = 'done' and d.appeal_of is null and d.appealed_at is null
    and d.done_at < d.takes_effect_at and not d.accepted_by @> ${againstWhom}`,
  'an appealed ruling that counts': `select d.id from decisions as d where d.state = 'done'
    and d.appealed_at is not null`,
  'a hold lifted by fewer than two': `select h.id from domain_holds as h where h.lifted_at is not null
    and not exists (select from decisions as d where d.subject_id = h.id and d.state = 'done'
      and h.lifted_by = array[d.proposed_by, d.decided_by])`,
  'two who waited for each other': `select deadlocks from pg_stat_database
    where datname = current_database() and deadlocks > 0`,
  'a change without a reason': `select a.seq from audit_log as a
    where a.action ~ '^(POST|PUT) ' and coalesce(length(a.reason), 0) < 10`,
}
export const lawCount = Object.keys(questions).length + 3

/** The violations as text; empty if there are none. */
export async function breachesOf(office: Office, loans: Loan[]): Promise<string[]> {
  const { house, counted } = office
  const found: string[] = []
  for (const [law, question] of Object.entries(questions)) {
    const rows = await house.rows(question)
    found.push(...rows.map((row) => `${law}: ${JSON.stringify(row)}`))
  }
  const { faults } = await checkAudit(house.owner, readVerifierConfig(house.env).publicKeys)
  const ids = loans.map(({ id }) => id)
  const missed = [...(await countBreaches(office)), ...(await breaches(house, ids))]
  return [...found, ...faults, ...missed, ...counted.failures.map((text) => `5xx: ${text}`)]
}

/** As many audit lines as successful answers, for each operator. */
async function countBreaches({ house, clerks, changed }: Office): Promise<string[]> {
  const lines = await house.rows<{ operator_id: string; count: number }>(
    `select operator_id, count(*)::int from audit_log where action ~ '^(POST|PUT) '
     group by operator_id`,
  )
  const noted = new Map(lines.map(({ operator_id: id, count }) => [id, count]))
  return clerks.flatMap(({ id }) =>
    (noted.get(id) ?? 0) === (changed.get(id) ?? 0)
      ? []
      : [`the lines of ${id}: ${noted.get(id)} of ${changed.get(id)}`],
  )
}
