-- lock_timeout: 500ms
-- statement_timeout: 5min
-- What happened to one loan lies together in one of 16 partitions. Both guards of the chain hold the loan, so
-- they hold over all partitions.
-- Parents first, as whoever writes does.
lock table escrows in share row exclusive mode;
alter table escrow_events rename to escrow_events_before;
alter table escrow_events_before drop constraint escrow_events_pkey;
drop index escrow_events_of_version, escrow_events_by_time, escrow_events_of_funding;

create table escrow_events (
  escrow_id uuid not null,
  seq integer not null check (seq > 0),
  version integer, -- Of the loan after a step. Empty where something is only noted.
  at timestamptz not null,
  action text not null,
  outcome text,
  actor text not null check (actor in ('BORROWER', 'LENDER', 'SYSTEM', 'OPERATOR', 'TWO_OPERATORS')),
  actor_id uuid,
  from_status text,
  from_phase text,
  to_status text not null,
  to_phase text not null,
  data jsonb not null,
  prev_hash bytea not null check (length(prev_hash) = 32),
  hash bytea not null check (length(hash) = 32)
) partition by hash (escrow_id);
-- A trigger for rows is handed to each partition, one for `truncate` is not.
do $$
begin
  for n in 0..15 loop
    execute format('create table escrow_events_%s partition of escrow_events
      for values with (modulus 16, remainder %s)', to_char(n, 'FM00'), n);
    execute format('create trigger escrow_events_are_not_emptied before truncate on escrow_events_%s
      for each statement execute function refuse_change()', to_char(n, 'FM00'));
  end loop;
end $$;
insert into escrow_events (escrow_id, seq, version, at, action, outcome, actor, actor_id, from_status,
    from_phase, to_status, to_phase, data, prev_hash, hash)
  select escrow_id, seq, version, at, action, outcome, actor, actor_id, from_status,
    from_phase, to_status, to_phase, data, prev_hash, hash from escrow_events_before;
drop table escrow_events_before;

alter table escrow_events add primary key (escrow_id, seq),
  add foreign key (escrow_id) references escrows (id);
create unique index escrow_events_of_version on escrow_events (escrow_id, version)
  where version is not null;
create index escrow_events_by_time on escrow_events (at);
-- For the public counts: when each loan was said to be paid, and when that was admitted.
create index escrow_events_of_funding on escrow_events (escrow_id, at)
  where to_phase in ('FUNDING_CLAIMED', 'ACTIVE') and version is not null;
create trigger escrow_events_are_kept before update or delete on escrow_events
  for each row execute function refuse_change();
create trigger escrow_events_are_not_emptied before truncate on escrow_events
  for each statement execute function refuse_change();
grant select, insert on escrow_events to pier_api, pier_worker;
grant select on escrow_events to pier_verifier;
