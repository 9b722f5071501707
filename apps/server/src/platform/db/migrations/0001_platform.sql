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

-- Deadlines. A pump turns a due row into the job it names; see platform/jobs/timers.ts.
create table timers (
  job text not null,
  subject_id uuid not null,
  fire_at timestamptz not null,
  generation integer not null default 1,
  primary key (job, subject_id)
);
create index timers_fire_at on timers (fire_at);
alter table timers set (autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 1000);
grant select, insert, update, delete on timers to pier_api, pier_worker;
grant select on timers to pier_verifier;

-- Jobs that ran out of tries: the operator's inbox.
create table dead_jobs (
  id uuid primary key default gen_random_uuid(),
  queue_job_id uuid not null unique,
  name text not null,
  data jsonb not null,
  error text not null,
  died_at timestamptz not null,
  resolved_at timestamptz
);
create index dead_jobs_open on dead_jobs (died_at) where resolved_at is null;
grant select, insert, update on dead_jobs to pier_worker;
grant select on dead_jobs to pier_api, pier_verifier;

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

-- Append-only tables call these: rows are never changed, and never emptied away.
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'rows of % are never changed', tg_table_name using errcode = 'restrict_violation';
end $$;
