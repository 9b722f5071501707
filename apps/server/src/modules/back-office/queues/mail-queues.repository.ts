/** The queue of mails that did not arrive, or were not wanted. */
import { sql } from 'kysely'
import type { QueueLines } from './queues.repository.ts'

/** Default notices that did not arrive and whose clock is stopped, then every other mail. */
export const noticeLines: QueueLines = (now) => sql`
  select s.id::text, d.unicode_name as title, 'Clock stopped' as state,
    e.code || ', the default notice did not reach ' || u.name as detail,
    s.began_at as since, s.began_at + interval '1 day' as deadline_at,
    e.amount_cents as at_risk_cents, '/operator/loans/' || e.id as link
  from clock_stops as s join escrows as e on e.id = s.escrow_id
    join domains as d on d.id = e.domain_id join users as u on u.id = e.borrower_id
  where s.ended_at is null and s.reason = 'notice not delivered'
    and e.phase = 'DEFAULT_NOTICED' and s.began_at >= e.noticed_at
  union all
  select id, title, state, detail, since,
    case when state not in ('Marked as spam', 'Not verified') then since + interval '1 day' end,
    at_risk_cents, link
  from (${lostMails(now)}) as lost`

/** What the relay refused, and what other servers reported of mails that it took. */
const failures = sql`
  select id, user_id, kind, about_id, masked_to, created_at, 'refused' as failure,
    settled_at as since, case when masked_to is not null then error end as reason
  from mails where status = 'refused'
  union all
  select m.id, m.user_id, m.kind, m.about_id, m.masked_to, m.created_at, r.kind, r.created_at,
    r.detail
  from mail_reports as r join mails as m on m.id = r.mail_id`

const verificationDays = 14

/**
 * One line a person, and one for each loan with a default notice: the newest, a complaint last. It
 * goes when an operator dismisses it, with an address that replaces theirs, and with the person. Its
 * id names the failure, too: a mail that came back may be called spam later. A stranger can cause any
 * number of lost verifications, so those are never late and go by themselves.
 */
const lostMails = (now: Date) => sql`
  select distinct on (person, e.id)
    f.id || ':' || f.failure as id,
    coalesce(d.unicode_name, u.name, f.masked_to, 'A mailbox of ours') as title, state,
    concat(e.code || ', ', words, coalesce(f.masked_to, u.name), ': ' || left(f.reason, 200)) as detail,
    f.since, e.amount_cents as at_risk_cents,
    case when e.id is not null then '/operator/loans/' || e.id
      when u.id is not null then '/operator/users/' || u.id end as link
  from (${failures}) as f
    cross join lateral (select coalesce(f.user_id::text, f.masked_to, '') as person,
      f.kind = 'verifyEmail' and f.failure <> 'complaint' as is_verification) as of_mail
    cross join lateral (select
      case when is_verification then 'Not verified' when f.failure = 'complaint' then 'Marked as spam'
        when f.failure = 'refused' then 'Mail refused' else 'Mail came back' end as state,
      case f.failure when 'complaint' then 'marked as spam by ' when 'refused' then 'refused for '
        when 'soft_bounce' then 'given up after days of trying for ' else 'came back from ' end
        as words) as of_state
    left join users as u on u.id = f.user_id
    left join escrows as e on e.id = f.about_id and f.kind = 'defaults'
    left join domains as d on d.id = e.domain_id
  where u.deleted_at is null and e.ended_at is null
    and not (is_verification and (coalesce(u.email_verified_at > f.since, false)
      or f.since < ${now}::timestamptz - make_interval(days => ${verificationDays})))
    and not exists (select from clock_stops as s where s.escrow_id = e.id and s.ended_at is null
      and s.reason = 'notice not delivered')
    and not exists (select from email_changes as c where c.user_id = f.user_id and c.is_done
      and c.ended_at >= f.created_at)
    and not exists (select from dismissals as t join mails as m
        on m.id = case when t.queue = 'notices' then split_part(t.subject_id, ':', 1)::uuid end
      where t.queue = 'notices' and t.at >= f.since
        and coalesce(m.user_id::text, m.masked_to, '') = person
        and (case when m.kind = 'defaults' then m.about_id end) is not distinct from e.id)
  order by person, e.id, f.failure = 'complaint', f.since desc`
