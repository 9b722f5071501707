/** Queue lines about domains at the registry, about money, and about failed jobs. */
import { sql } from 'kysely'
import type { QueueLines } from './queues.repository.ts'

const loanOn = (domain: ReturnType<typeof sql>) => sql`left join escrows as e
  on e.domain_id = ${domain} and e.ended_at is null and not e.is_linked`

/** Stuck and failed transfers, unexpected changes at the registry, codes about to be released. */
export const transferLines: QueueLines = (now) => sql`
  select t.id::text, d.unicode_name as title, 'Needs a person' as state, t.needs_operator as detail,
    coalesce(t.requested_at, t.created_at) as since,
    coalesce(t.requested_at, t.created_at) + interval '1 day' as deadline_at,
    coalesce(e.amount_cents, t.fee_cents) as at_risk_cents, '/operator/transfers/' || t.id as link
  from transfers as t join domains as d on d.id = t.domain_id ${loanOn(sql`d.id`)}
  where t.needs_operator is not null and t.ended_at is null
  union all
  select t.id::text, d.unicode_name, 'Code due', 'Leaves when its owner gets the code',
    t.created_at, t.code_at, null, '/operator/transfers/' || t.id
  from transfers as t join domains as d on d.id = t.domain_id
  where t.ended_at is null and t.direction = 'out' and t.state in ('waiting', 'opening')
    and t.code_at < ${now}::timestamptz + interval '1 day'
  union all
  select c.id::text, d.unicode_name, 'Stuck', c.kind || ': ' || coalesce(c.error, 'no answer'),
    c.settled_at, c.settled_at + interval '1 day', e.amount_cents, '/operator/domains/' || d.id
  from registrar_commands as c join domains as d on d.id = c.domain_id ${loanOn(sql`d.id`)}
  where c.state = 'stuck' and c.resolved_at is null and c.kind <> 'request_transfer'
  union all
  select c.id::text, d.unicode_name, 'No answer', c.kind || ', since it was asked for',
    c.created_at, c.created_at + interval '1 day', e.amount_cents, '/operator/domains/' || d.id
  from registrar_commands as c join domains as d on d.id = c.domain_id ${loanOn(sql`d.id`)}
  where c.settled_at is null and c.created_at < ${now}::timestamptz - interval '1 hour'
  union all
  select a.id::text, d.unicode_name, 'Changed at the registry', a.kind || ': ' || a.detail,
    a.created_at, a.created_at + interval '1 day', e.amount_cents, '/operator/domains/' || d.id
  from custody_alarms as a join domains as d on d.id = a.domain_id ${loanOn(sql`d.id`)}
  where a.resolved_at is null
  union all
  select r.id::text, coalesce(r.name, 'A message of the registrar'), 'Message', r.problem,
    r.received_at, r.received_at + interval '1 day', null, '/operator/registrar-events'
  from registrar_events as r where r.problem is not null and r.resolved_at is null
  union all
  select e.id::text, d.unicode_name, 'Failed', e.code || ', ' || coalesce(d.transfer_refusal, 'ended'),
    coalesce((select max(ended_at) from transfers where domain_id = d.id), e.created_at),
    e.deadline_at, e.amount_cents, '/operator/loans/' || e.id
  from escrows as e join domains as d on d.id = e.domain_id
  where e.status = 'NEW' and e.ended_at is null and e.phase = 'TRANSFER_FAILED'`

/** Registrations that expire soon, unfunded or at a changed price, and negative balances. */
export const renewalLines: QueueLines = (now) => sql`
  select d.id::text, d.unicode_name as title,
    case when q.is_changed then 'Price changed' when r.state = 'failed' then 'Failed'
      else 'Not covered' end as state,
    'Ends ' || to_char(h.expires_at, 'DD Mon YYYY') || ', renewing costs $'
      || to_char(coalesce(q.amount_cents, p.price) / 100.0, 'FM999990.00') || ', '
      || u.name || ' has $' || to_char(b.cents / 100.0, 'FM999990.00') as detail,
    h.expires_at - interval '45 days' as since, h.expires_at - interval '5 days' as deadline_at,
    coalesce(e.amount_cents, q.amount_cents, p.price) as at_risk_cents,
    '/operator/domains/' || d.id as link
  from holdings as h join domains as d on d.id = h.domain_id join users as u on u.id = d.user_id
    ${loanOn(sql`d.id`)} ${coverOf}
    left join lateral (select renewal_price_cents as price from tld_policies
      where suffix = d.suffix and effective_from <= ${now}::timestamptz
      order by effective_from desc limit 1) as p on true
    left join lateral (select state from renewals where domain_id = d.id
      order by created_at desc limit 1) as r on true
    left join lateral (select amount_cents, is_premium and amount_cents <> lag(amount_cents)
        over (order by asked_at) as is_changed, asked_at
      from (select asked_at, is_premium,
          case operation when 'renew' then amount_cents else renewal_cents end as amount_cents
        from fee_quotes where domain_id = d.id and state = 'ready') as quotes
      where amount_cents is not null order by asked_at desc limit 1) as q on true
  where h.left_at is null and h.expires_at < ${now}::timestamptz + interval '45 days'
    and coalesce(r.state, '') <> 'asked'
    and (q.is_changed or r.state = 'failed'
      or b.cents < coalesce(q.amount_cents, p.price, 0))
  union all
  select u.id::text, u.name, 'Below zero', 'Owes us after a chargeback or a renewal we paid for',
    coalesce((select max(created_at) from ledger_entries where user_id = u.id), u.created_at),
    null, -b.available_cents, '/operator/users/' || u.id
  from (select user_id from renewals where is_emergency and state = 'done'
      union select user_id from top_ups where disputed_cents > 0 or refunded_cents > 0) as owing
    join ledger_balances as b on b.user_id = owing.user_id and b.available_cents < 0
    join users as u on u.id = owing.user_id`

/** The owner's available balance plus the renewal reserve for this domain. */
const coverOf = sql`
  cross join lateral (select coalesce((select available_cents from ledger_balances
      where user_id = d.user_id), 0)
    + coalesce((select -amount_cents from renewal_reserves as s
      join transactions as t on t.id = s.transaction_id and t.status = 'PENDING'
      where s.domain_id = d.id and s.user_id = d.user_id and s.ended_at is null
      order by s.created_at limit 1), 0) as cents) as b`

/** Unmatched provider events, and payments that an operator sends or decides on. */
export const paymentLines: QueueLines = () => sql`
  select 'event:' || p.id as id, p.provider || ' ' || p.type as title, 'Not matched' as state,
    p.problem as detail, p.received_at as since, p.received_at + interval '1 day' as deadline_at,
    null::bigint as at_risk_cents, '/operator/payments' as link
  from payment_events as p where p.problem is not null and p.resolved_at is null
  union all
  select * from (
    select 'review:' || t.transaction_id || ':' || left(md5(t.review), 8) as id, u.name, 'To review',
      t.review, t.created_at, t.created_at + interval '1 day', t.asked_cents,
      '/operator/users/' || u.id
    from top_ups as t join users as u on u.id = t.user_id where t.review is not null) as reviews
  where not exists (select from dismissals where queue = 'payments' and subject_id = reviews.id)
  union all
  select t.transaction_id::text, u.name, 'Chargeback', 'The bank of the payer took a payment back',
    t.created_at, null, t.asked_cents, '/operator/users/' || u.id
  from top_ups as t join users as u on u.id = t.user_id where t.is_disputed
  union all
  select w.transaction_id::text, u.name,
    case w.state when 'approval' then 'To approve' else 'To pay out' end,
    'Withdrawal of $' || to_char(w.amount_cents / 100.0, 'FM999999990.00'),
    w.created_at, w.pays_at + interval '1 day', w.amount_cents, '/operator/withdrawals'
  from withdrawals as w join users as u on u.id = w.user_id where w.state in ('approval', 'payout')
  union all
  select c.id::text, 'Adjustment', 'Second key', left(c.reasons, 140), c.proposed_at,
    c.proposed_at + interval '1 day', null, '/operator/decisions'
  from decisions as c where c.state = 'proposed' and c.kind = 'adjust'`

/** Jobs that ran out of tries. */
export const jobLines: QueueLines = () => sql`
  select j.id::text, j.name as title, 'Dead' as state, left(j.error, 140) as detail,
    j.died_at as since, j.died_at + interval '1 day' as deadline_at,
    null::bigint as at_risk_cents, '/operator/jobs/' || j.id as link
  from dead_jobs as j where j.resolved_at is null`
