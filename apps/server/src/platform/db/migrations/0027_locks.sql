-- Once somebody of us has read where a payout is to go, it may have been paid already.
alter table withdrawals add column address_read_at timestamptz;
grant update (address_read_at) on withdrawals to pier_api;

-- Two people decide who works here and what a name of a loan is worth. Who is new turns no key.
alter table operators add column keys_from timestamptz;
update operators set keys_from = joined_at where joined_at is not null;
alter table decisions drop constraint decisions_kind_check;
alter table decisions add constraint decisions_kind_check check (kind in (
  'rule', 'seize', 'seizeForPlatform', 'liftHold', 'value', 'adjust', 'configure', 'staff'));
-- A proposal that nobody confirms in time is over: nothing happens, and it can be made anew.
alter table decisions drop constraint decisions_state_check;
alter table decisions add constraint decisions_state_check check (state in ('proposed',
  'declined', 'withdrawn', 'lapsed', 'announced', 'appealed', 'overtaken', 'done'));
alter table valuations add column decision_id uuid references decisions (id);

-- A name that can be taken for another was looked at by one of us, and may stand for a large loan.
alter table listings add column name_approved_at timestamptz;
update listings set name_approved_at = dismissals.at from dismissals
  where dismissals.queue = 'risk' and dismissals.subject_id = listings.id::text;

-- A link proves the mailbox it was mailed to, and no other.
alter table links add column email_key bytea;
update links set email_key = users.email_key from users where users.id = links.user_id
  and not exists (select from email_changes where user_id = users.id and is_done);
