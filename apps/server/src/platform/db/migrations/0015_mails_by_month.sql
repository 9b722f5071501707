-- lock_timeout: 500ms
-- statement_timeout: 2min
-- The record of a mail is kept for 90 days; the room it took goes with the month in which it was written.
-- What there is becomes the first partition as it stands, and takes what is written until the month after
-- next: the old code deletes mails by their places in one table, so until it is gone they are to stay in
-- one.
-- Parents first, as whoever writes does.
lock table users in share row exclusive mode;
alter table mails rename to mails_first;

-- Nothing can refer to a mail by its id alone any more, because a key has to hold the month. The nightly
-- sweep removes what was reported of mails that are gone.
alter table mail_reports drop constraint mail_reports_mail_id_fkey;
grant delete on mail_reports to pier_worker;

alter table mails_first drop constraint mails_pkey;
revoke all on mails_first from pier_api, pier_worker, pier_verifier; -- They ask the table over it.
drop index mails_of_user, mails_created_at, mails_refused, mails_waiting;

create table mails (
  id uuid not null default gen_random_uuid(),
  user_id uuid references users (id),
  to_address text,
  kind text not null,
  about_id uuid, -- What it is about, so that one that is refused can be followed up.
  page jsonb,
  status text not null default 'waiting',
  error text,
  created_at timestamptz not null,
  settled_at timestamptz,
  masked_to text,
  primary key (id, created_at),
  constraint mails_status_check check (status in ('waiting', 'sent', 'refused')),
  constraint mails_check check ((status = 'waiting') = (settled_at is null))
) partition by range (created_at);
create index mails_of_user on mails (user_id, created_at);
create index mails_created_at on mails (created_at);
create index mails_refused on mails (settled_at) where status = 'refused';
create index mails_waiting on mails (created_at) where status = 'waiting';
grant select, insert on mails to pier_api;
grant select, insert, update, delete on mails to pier_worker;
grant select on mails to pier_verifier;

create table mails_default partition of mails default;
do $$
declare
  latest timestamptz := greatest(app_now(), (select max(created_at) from mails_first));
begin
  execute format('alter table mails attach partition mails_first for values from (minvalue) to (%L)',
    (date_trunc('month', latest at time zone 'UTC') + interval '2 months') at time zone 'UTC');
end $$;
