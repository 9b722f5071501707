/** Queue lines about loans and the people in them. */
import { limits } from '@pier/protocol/limits'
import { sql } from 'kysely'
import type { QueueLines } from './queues.repository.ts'

const lapsesAt = sql`c.proposed_at + make_interval(hours => ${limits.proposalHours})`

/** Notices that expired unanswered, and seizures that wait for the second approval. */
export const seizureLines: QueueLines = () => sql`
  select e.id::text, d.unicode_name as title, 'Notice ended' as state,
    e.code || ', the notice of ' || to_char(e.noticed_at, 'DD Mon') || ' was not answered' as detail,
    e.objection_until as since,
    e.objection_until + make_interval(days => ${limits.rulingDays}) as deadline_at,
    e.amount_cents as at_risk_cents, '/operator/loans/' || e.id as link
  from escrows as e join domains as d on d.id = e.domain_id
  where e.phase = 'SEIZURE_READY' and not exists (select from decisions
    where subject_id = e.id and state = 'proposed' and kind in ('seize', 'seizeForPlatform'))
  union all
  select e.id::text, d.unicode_name, 'Second key',
    e.code || case c.kind when 'seize' then ', seizure proposed by ' else ', seizure by order proposed by ' end
      || o.name,
    coalesce(e.objection_until, c.proposed_at),
    -- What is late does not become timely because somebody proposed something.
    least(e.objection_until + make_interval(days => ${limits.rulingDays}), ${lapsesAt}),
    e.amount_cents, '/operator/decisions/' || c.id
  from decisions as c join escrows as e on e.id = c.escrow_id join domains as d on d.id = e.domain_id
    join operators as o on o.id = c.proposed_by
  where c.state = 'proposed' and c.kind in ('seize', 'seizeForPlatform')`

const quietDays = 30
const silentDays = (limits.statementHours + limits.replyHours) / 24 + limits.rulingDays

/** Long overdue loans without any action, and those that were escalated for it. */
export const dormantLines: QueueLines = (now) => sql`
  select e.id::text, d.unicode_name as title, 'Quiet' as state,
    e.code || ', overdue since ' || to_char(e.grace_until, 'DD Mon YYYY') as detail,
    e.grace_until as since,
    e.grace_until + make_interval(days => ${limits.dormantDays}) as deadline_at,
    e.amount_cents as at_risk_cents, '/operator/loans/' || e.id as link
  from escrows as e join domains as d on d.id = e.domain_id
  where e.phase = 'ACTIVE' and e.ended_at is null
    and e.grace_until < ${now}::timestamptz - make_interval(days => ${quietDays})
  union all
  select p.id::text, d.unicode_name, 'Escalated',
    e.code || ', case ' || p.number || ': nobody has said anything',
    p.opened_at, p.opened_at + make_interval(days => ${silentDays}), e.amount_cents,
    '/operator/cases/' || p.id
  from escrow_disputes as p join escrows as e on e.id = p.escrow_id
    join domains as d on d.id = e.domain_id
  where p.closed_at is null and ${isUnspoken}`

/** A dormant loan that was escalated automatically, without a statement or decision since. */
export const isUnspoken = sql`(p.reason = 'DORMANT'
  and not exists (select from dispute_statements where dispute_id = p.id)
  and not exists (select from decisions where escrow_id = p.escrow_id and dispute_id = p.id))`

const newAccountDays = 30

/** Reports from outside, and anything unusual about a loan, a listing or a payee. */
export const riskLines: QueueLines = (now) => sql`
  select * from (
    select r.id::text, r.domain as title,
      case r.kind when 'theft' then 'Theft report' else 'Abuse report' end as state,
      left(r.statement, 140) as detail, r.created_at as since,
      r.created_at + interval '1 day' as deadline_at,
      (select sum(e.amount_cents) from domains as d join escrows as e on e.domain_id = d.id
        where d.name = r.domain and e.ended_at is null and not e.is_linked)::bigint as at_risk_cents,
      '/operator/reports/' || r.id as link
    from reports as r where r.closed_at is null
    union all
    select e.id::text, d.unicode_name, 'New account',
      e.code || ', ' || u.name || ' joined ' || to_char(u.created_at, 'DD Mon'),
      e.created_at, null, e.amount_cents, '/operator/loans/' || e.id
    from escrows as e join domains as d on d.id = e.domain_id
      join lateral (select name, created_at from users where id in (e.borrower_id, e.lender_id)
        order by created_at desc limit 1) as u
        on u.created_at > e.created_at - make_interval(days => ${newAccountDays})
    where e.ended_at is null and e.amount_cents >= 1000000
      and e.created_at > ${now}::timestamptz - interval '1 year'
    union all
    select p.id::text, u.name, 'Shared payee', 'Is paid where ' || o.name || ' is paid',
      p.created_at, null, null, '/operator/users/' || u.id
    from payees as p join users as u on u.id = p.user_id join users as o on o.id = p.shared_with
    where p.shared_with is not null and p.stopped_at is null and o.deleted_at is null
    union all
    select l.id::text, l.unicode_name, 'Looks like another', 'Can be taken for ' || l.looks_like,
      l.created_at, null, l.amount_cents, '/operator/domains/' || l.domain_id
    from listings as l where l.looks_like is not null and l.ended_at is null
  ) as lines
  where not exists (select from dismissals where queue = 'risk' and subject_id = lines.id)`

/** Holds with their review date, and those with a proposal to lift them. */
export const holdLines: QueueLines = () => sql`
  select h.id::text, d.unicode_name as title,
    case when c.id is not null then 'Second key' when h.kind = 'drift' then 'Changed at the registry'
      when h.kind in ('court', 'udrp') then 'Order' else initcap(h.kind) end as state,
    left(h.note, 140) || case when h.is_secret then ' (not told to the parties)' else '' end as detail,
    h.created_at as since,
    case when c.id is not null then least(h.review_at, ${lapsesAt}) else h.review_at end
      as deadline_at,
    e.amount_cents as at_risk_cents,
    case when c.id is not null then '/operator/decisions/' || c.id
      when e.id is null then '/operator/domains/' || d.id else '/operator/loans/' || e.id end
      as link
  from domain_holds as h join domains as d on d.id = h.domain_id
    left join escrows as e on e.domain_id = d.id and e.ended_at is null and not e.is_linked
    left join decisions as c
      on c.subject_id = h.id and c.kind = 'liftHold' and c.state = 'proposed'
  where h.lifted_at is null`

/** Users whose account is frozen, or who have a request pending. */
export const userLines: QueueLines = (now) => sql`
  select u.id::text, u.name as title, 'Frozen' as state,
    'Frozen by an operator until somebody lets it go' as detail, u.frozen_at as since,
    u.frozen_at + interval '3 days' as deadline_at,
    b.available_cents + b.held_cents as at_risk_cents, '/operator/users/' || u.id as link
  from users as u left join ledger_balances as b on b.user_id = u.id
  where u.frozen_at is not null and u.deleted_at is null
  union all
  select u.id::text, u.name, 'New address', 'A new address counts from '
      || to_char(c.takes_effect_at, 'DD Mon HH24:MI') || ' UTC',
    c.created_at, c.takes_effect_at, b.available_cents + b.held_cents, '/operator/users/' || u.id
  from email_changes as c join users as u on u.id = c.user_id
    left join ledger_balances as b on b.user_id = u.id
  where c.ended_at is null
  union all
  select u.id::text, u.name, 'Paused', 'Nothing dangerous until '
      || to_char(u.restricted_until, 'DD Mon HH24:MI') || ' UTC',
    u.restricted_until - interval '72 hours', u.restricted_until,
    b.available_cents + b.held_cents, '/operator/users/' || u.id
  from users as u left join ledger_balances as b on b.user_id = u.id
  where u.restricted_until > ${now}::timestamptz and u.frozen_at is null
  union all
  select u.id::text, u.name, 'Leaving', 'Is deleted on ' || to_char(u.deletion_at, 'DD Mon'),
    u.deletion_at - make_interval(days => ${limits.deletionWaitDays}), u.deletion_at,
    b.available_cents + b.held_cents, '/operator/users/' || u.id
  from users as u left join ledger_balances as b on b.user_id = u.id
  where u.deletion_at is not null and u.deleted_at is null and u.frozen_at is null
    and (u.restricted_until is null or u.restricted_until <= ${now}::timestamptz)`

/** What people wrote through the contact form. A first answer is promised within a day. */
export const supportLines: QueueLines = () => sql`
  select m.id::text, m.name as title, 'Question' as state, left(m.message, 140) as detail,
    m.created_at as since, m.created_at + interval '1 day' as deadline_at,
    null::bigint as at_risk_cents, '/operator/contact/' || m.id as link
  from contact_messages as m where m.closed_at is null`
