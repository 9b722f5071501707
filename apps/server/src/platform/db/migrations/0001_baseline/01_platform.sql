-- Names of people and domains are looked up by their parts.
create extension if not exists pg_trgm;

-- Three kinds of process, each with no more rights than it needs. Login roles are made by the
-- operator and granted one of these. Roles belong to the cluster, so they may exist already.
do $$
declare
  name text;
begin
  foreach name in array array['pier_api', 'pier_worker', 'pier_verifier'] loop
    begin
      execute format('create role %I nologin', name);
    exception when duplicate_object or unique_violation then
      null;
    end;
  end loop;
end $$;

-- A guard looks at our tables, and at no others of the same name. Everybody may make tables of a
-- session, and those are found first: a process could show a guard a table of operators that it owns,
-- or postings that balance. So nobody makes them, and each function of ours says where it looks.
do $$
begin
  execute format('revoke temporary on database %I from public', current_database());
end $$;

-- Nobody but the owner makes anything here.
revoke create on schema public from public;
grant usage on schema public to pier_api, pier_worker, pier_verifier;

-- The clock. Only the owner may move it, and only tests and the demo do.
create table clock_offset (
  only_row boolean primary key default true check (only_row),
  ahead_seconds double precision not null default 0
);
insert into clock_offset default values;
grant select on clock_offset to pier_api, pier_worker, pier_verifier;

create function app_now() returns timestamptz language sql stable
  return now() + (select ahead_seconds * interval '1 second' from clock_offset);

-- Append-only tables call these: rows are never changed, and never emptied away.
create function refuse_change() returns trigger language plpgsql
set search_path = public, pg_temp as $$
begin
  raise exception 'rows of % are never changed', tg_table_name using errcode = 'restrict_violation';
end $$;

-- Deadlines. A pump turns a due row into the job it names; see platform/jobs/timers.ts.
create table timers (
  job text not null,
  subject_id uuid not null,
  fire_at timestamptz not null,
  generation integer not null default 1,
  primary key (job, subject_id)
) with (autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 1000);
create index timers_fire_at on timers (fire_at);
grant select, insert, update, delete on timers to pier_api, pier_worker;
grant select on timers to pier_verifier;

-- Counters of the limits that guard an account. The subject is stored as a keyed hash.
create table limit_counters (
  subject bytea not null,
  window_start timestamptz not null,
  count integer not null,
  last_at timestamptz not null,
  is_paused boolean not null default false,
  expires_at timestamptz not null,
  primary key (subject, window_start)
);
create index limit_counters_expires_at on limit_counters (expires_at);
grant select, insert, update, delete on limit_counters to pier_api, pier_worker;

-- When each part of Pier last showed that it works. On the wall, not by the clock that tests move.
create table heartbeats (
  part text primary key check (part in ('api', 'worker', 'registrar')),
  beat_at timestamptz not null
);
grant select, insert, update on heartbeats to pier_api, pier_worker;
