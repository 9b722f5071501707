-- Our staff: a population of their own, with logins of their own. The key of the address is made as
-- for users, so that an operator who is a party of a loan is known to be one.
create table operators (
  id uuid primary key default gen_random_uuid(),
  name text not null check (length(name) between 1 and 100),
  email text not null check (length(email) <= 254),
  email_key bytea not null unique,
  roles text[] not null check (cardinality(roles) > 0 and roles <@ array[
    'support', 'case_officer', 'approver', 'finance', 'compliance', 'admin']),
  data_key text not null,
  invite_hash bytea unique,
  invite_until timestamptz,
  password_hash text,
  pepper_id text,
  sealed_secret text, -- Of the code app. Nobody works here without one.
  last_step bigint not null default 0,
  joined_at timestamptz,
  keys_from timestamptz, -- Two people decide what counts. Who is new turns no key yet.
  created_at timestamptz not null,
  ended_at timestamptz,
  check ((invite_hash is null) = (invite_until is null)),
  check (joined_at is null
    or (password_hash is not null and pepper_id is not null and sealed_secret is not null))
);
grant select, insert, update on operators to pier_api;
grant select on operators to pier_worker, pier_verifier;

-- What a process of ours may do even when it was taken over. The API has to log people in and to write
-- down what they ask for; it does not have to make money, hire people, give domains away or shorten a
-- wait. Those are checked here and in 14_guards.sql, whatever the process believes.

-- Whether whoever runs this owns the tables: migrations and the command line of the machine do, our
-- processes never. It asks for the owner and not for names of roles, because a login may have put its
-- role off again.
create function is_owner() returns boolean language sql stable
set search_path = public, pg_temp as $$
  select pg_has_role(current_user, relowner, 'usage') from pg_class where oid = 'operators'::regclass
$$;

create function refuse(p_words text) returns void language plpgsql
set search_path = public, pg_temp as $$
begin
  raise exception '%', p_words using errcode = 'insufficient_privilege';
end $$;

-- The cookie is the session: random, kept as a hash, read on every call.
create table operator_sessions (
  id uuid primary key default gen_random_uuid(),
  operator_id uuid not null references operators (id),
  token_hash bytea not null unique,
  label text not null,
  network text not null,
  step bigint, -- Of the code that it took.
  created_at timestamptz not null,
  used_at timestamptz not null,
  ended_at timestamptz
);
create index operator_sessions_open on operator_sessions (operator_id, created_at)
  where ended_at is null;
-- A session of an operator takes a code that was not taken before: one in half a minute, at most.
create unique index operator_sessions_one_a_code on operator_sessions (operator_id, step);
grant select, insert, update (used_at, ended_at) on operator_sessions to pier_api;
grant select on operator_sessions to pier_verifier;

create function guard_operator_session() returns trigger language plpgsql
set search_path = public, pg_temp as $$
begin
  if is_owner() then return new; end if;
  if not exists (select from operators where id = new.operator_id and last_step = new.step
    and joined_at is not null and ended_at is null and invite_hash is null
    and new.step between floor(extract(epoch from app_now()) / 30) - 1
      and floor(extract(epoch from app_now()) / 30) + 1) then
    perform refuse('no code was taken for this session');
  end if;
  new.created_at := app_now();
  return new;
end $$;
create trigger guarded before insert on operator_sessions
  for each row execute function guard_operator_session();

-- A key is turned by somebody who is at work and not new.
create function is_at_work(p_operator_id uuid) returns boolean language sql stable
security definer set search_path = public, pg_temp as $$
  select exists (select from operators as o join operator_sessions as s on s.operator_id = o.id
    where o.id = p_operator_id and o.ended_at is null and o.keys_from <= app_now()
      and s.ended_at is null and s.used_at > app_now() - interval '15 minutes')
$$;

-- Saying no, and taking an own proposal back, moves nothing. Who is new may do that; who is logged in
-- nowhere may not.
create function is_logged_in(p_operator_id uuid) returns boolean language sql stable
security definer set search_path = public, pg_temp as $$
  select exists (select from operators as o join operator_sessions as s on s.operator_id = o.id
    where o.id = p_operator_id and o.ended_at is null
      and s.ended_at is null and s.used_at > app_now() - interval '15 minutes')
$$;
revoke execute on function is_logged_in(uuid) from public;
grant execute on function is_logged_in(uuid) to pier_api;

-- What operators did and looked at, with the reason. One chain: each line carries the hash of the
-- line before it, so that none can be changed or left out unseen.
create table audit_log (
  seq bigint primary key,
  at timestamptz not null,
  operator_id uuid references operators (id),
  session_id uuid,
  action text not null,
  subject text,
  user_ids uuid[] not null default '{}',
  reason text not null check (length(reason) between 1 and 4000),
  data jsonb not null default '{}',
  network text,
  prev_hash bytea not null check (length(prev_hash) = 32),
  hash bytea not null check (length(hash) = 32)
);
create index audit_log_of_operator on audit_log (operator_id, seq desc);
create index audit_log_of_subject on audit_log (subject, seq desc) where subject is not null;
create index audit_log_of_users on audit_log using gin (user_ids);
create trigger never_changed before update or delete on audit_log
  for each row execute function refuse_change();
create trigger never_emptied before truncate on audit_log
  for each statement execute function refuse_change();
grant select, insert on audit_log to pier_api, pier_worker;
grant select on audit_log to pier_verifier;

-- The end of the log. Who writes the next line holds it, so that lines come one after another.
create table audit_head (
  is_only boolean primary key default true check (is_only),
  seq bigint not null,
  hash bytea not null
);
insert into audit_head (seq, hash) values (0, decode(repeat('00', 32), 'hex'));
grant select, update (seq, hash) on audit_head to pier_api, pier_worker;
grant select on audit_head to pier_verifier;

-- Every hour the end of the log is signed: who wrote it anew from some line on could not sign it.
create table audit_seals (
  seq bigint primary key,
  hash bytea not null check (length(hash) = 32),
  sealed_at timestamptz not null,
  key_id text not null,
  signature bytea not null
);
create trigger never_changed before update or delete on audit_seals
  for each row execute function refuse_change();
create trigger never_emptied before truncate on audit_seals
  for each statement execute function refuse_change();
grant select, insert on audit_seals to pier_worker;
grant select on audit_seals to pier_verifier;

-- Documents that an operator relies on: orders of courts, reports, proofs of identity.
create table documents (
  id uuid primary key default gen_random_uuid(),
  name text not null check (length(name) between 1 and 200),
  type text not null check (type in ('application/pdf', 'image/png', 'image/jpeg')),
  size integer not null check (size > 0),
  sha256 bytea not null check (length(sha256) = 32),
  data_key text not null,
  sealed bytea not null,
  added_by uuid not null references operators (id),
  created_at timestamptz not null
);
grant select, insert on documents to pier_api;
grant select (id, name, type, size, sha256, added_by, created_at) on documents to pier_verifier;

-- Jobs that ran out of tries: the operator's inbox.
create table dead_jobs (
  id uuid primary key default gen_random_uuid(),
  queue_job_id uuid not null unique,
  name text not null,
  data jsonb not null,
  error text not null,
  died_at timestamptz not null,
  resolved_at timestamptz, -- What an operator looked at is off the list, and stays on record.
  resolved_by uuid references operators (id),
  resolution text check (resolution in ('retried', 'resolved'))
);
create index dead_jobs_open on dead_jobs (died_at) where resolved_at is null;
grant select, insert, update on dead_jobs to pier_worker;
grant select on dead_jobs to pier_api, pier_verifier;
grant update (resolved_at, resolved_by, resolution) on dead_jobs to pier_api;

-- Who works on what. A line of a queue is named by the queue and what it is about.
create table assignments (
  queue text not null,
  subject_id text not null,
  operator_id uuid not null references operators (id),
  at timestamptz not null,
  primary key (queue, subject_id)
);
grant select, insert, update, delete on assignments to pier_api;

-- Lines that nothing else takes off a queue: somebody has looked, and says why that is enough.
create table dismissals (
  queue text not null,
  subject_id text not null,
  operator_id uuid not null references operators (id),
  at timestamptz not null,
  primary key (queue, subject_id)
);
grant select, insert on dismissals to pier_api;
grant select on dismissals to pier_verifier;

-- What outsiders report about a domain, without a login.
create table reports (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind in ('theft', 'abuse')),
  domain text not null check (length(domain) between 3 and 253),
  contact text not null check (length(contact) between 3 and 254),
  statement text not null check (length(statement) between 20 and 4000),
  created_at timestamptz not null,
  closed_at timestamptz,
  closed_by uuid references operators (id),
  check ((closed_at is null) = (closed_by is null))
);
create index reports_open on reports (created_at) where closed_at is null;
create index reports_of_domain on reports (domain, created_at);
grant select, insert, update (closed_at, closed_by) on reports to pier_api;
grant select (id, kind, domain, created_at, closed_at, closed_by) on reports to pier_verifier;
