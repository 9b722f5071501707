-- lock_timeout: 500ms
-- statement_timeout: 2min
-- Live events are kept for a week. A partition for each day is dropped whole when its week is over, where
-- deleting left dead rows behind. What there is becomes the first partition as it stands; its indexes are
-- built anew. What falls into no day waits in the default partition, so an insert never fails.
--
-- The place in the order, `seq`, cannot be unique over all partitions, because only what holds the day can.
-- One relay at a time gives places, out of one sequence, and that is what keeps them apart.
-- Parents first, as whoever writes does.
lock table users in share row exclusive mode;
alter table live_events rename to live_events_first;
alter table live_events_first
  drop constraint live_events_pkey,
  drop constraint live_events_seq_key,
  alter column id drop identity;
revoke all on live_events_first from pier_api, pier_worker; -- They ask the table over it.
drop index live_events_unplaced, live_events_of_user, live_events_created_at;

-- An identity cannot be shared by the partitions, a sequence can.
create sequence live_events_ids;
select setval('live_events_ids', coalesce(max(id), 0) + 1, false) from live_events_first;
grant usage on sequence live_events_ids to pier_api, pier_worker;

create table live_events (
  id bigint not null default nextval('live_events_ids'),
  seq bigint,
  user_id uuid not null references users (id),
  type text not null,
  data jsonb not null,
  created_at timestamptz not null,
  primary key (id, created_at)
) partition by range (created_at);
create index live_events_placed on live_events (seq);
create index live_events_unplaced on live_events (id) where seq is null;
create index live_events_of_user on live_events (user_id, seq);
create index live_events_created_at on live_events using brin (created_at);
grant select, insert on live_events to pier_api;
grant select, insert, update, delete on live_events to pier_worker;

create table live_events_default partition of live_events default;
-- Into the day after tomorrow, so that the job that makes the days has time to run.
do $$
declare
  latest timestamptz := greatest(app_now(), (select max(created_at) from live_events_first));
begin
  execute format('alter table live_events attach partition live_events_first
    for values from (minvalue) to (%L)',
    (date_trunc('day', latest at time zone 'UTC') + interval '2 days') at time zone 'UTC');
end $$;
