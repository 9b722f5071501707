-- People. The address is found by a keyed hash of its lower-case form; restricted fields are sealed
-- with the user's own data key, so that deleting that key erases them in backups too.
create table users (
  id uuid primary key default gen_random_uuid(),
  name text not null check (length(name) between 1 and 100),
  email text check (length(email) <= 254),
  email_key bytea unique,
  email_verified_at timestamptz,
  password_hash text,
  pepper_id text,
  default_contract smallint not null default 0 check (default_contract in (0, 1)),
  picture bytea check (length(picture) <= 204800),
  data_key text,
  sealed_address text,
  restricted_until timestamptz,
  deletion_at timestamptz,
  deleted_at timestamptz,
  created_at timestamptz not null,
  constraint users_whole_or_deleted check (
    (deleted_at is null and email is not null and email_key is not null
      and password_hash is not null and pepper_id is not null and data_key is not null)
    or (deleted_at is not null and email is null and email_key is null and email_verified_at is null
      and password_hash is null and data_key is null and sealed_address is null
      and picture is null)
  )
);
grant select, insert, update on users to pier_api, pier_worker;
grant select on users to pier_verifier;

-- One row a login. The refresh token names it and never changes; what makes a stolen copy useless
-- is the binding cookie. Nothing is deleted when it ends: the row says why and when.
create table sessions (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users (id),
  refresh_hash bytea not null,
  bind_hash bytea not null,
  binding text not null default 'pending' check (binding in ('pending', 'bound', 'unbound')),
  label text not null,
  network text not null,
  used_mfa boolean not null,
  created_at timestamptz not null,
  refreshed_at timestamptz not null,
  moved_at timestamptz,
  grant_action text,
  grant_object text,
  grant_until timestamptz,
  ended_at timestamptz,
  ended_because text check (ended_because in (
    'logout', 'ended_by_user', 'too_many', 'password_changed', 'password_reset', 'mfa_changed',
    'frozen', 'cookie_mismatch', 'deleted')),
  check ((ended_at is null) = (ended_because is null)),
  check ((grant_action is null) = (grant_until is null))
);
create index sessions_open_of_user on sessions (user_id, created_at) where ended_at is null;
create index sessions_devices on sessions (user_id, bind_hash);
create index sessions_refreshed_at on sessions (refreshed_at);
grant select, insert, update on sessions to pier_api;
grant select, insert, update, delete on sessions to pier_worker;
grant select on sessions to pier_verifier;

create table user_mfa (
  user_id uuid primary key references users (id),
  sealed_secret text not null,
  last_step bigint not null default 0,
  started_at timestamptz not null,
  confirmed_at timestamptz,
  locked_at timestamptz
);
grant select, insert, update, delete on user_mfa to pier_api, pier_worker;
grant select on user_mfa to pier_verifier;

create table recovery_codes (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users (id),
  code_hash text not null,
  used_at timestamptz
);
create index recovery_codes_of_user on recovery_codes (user_id);
grant select, insert, update, delete on recovery_codes to pier_api, pier_worker;

-- Links in mails: only the hash of the token is kept, each works once.
create table links (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users (id),
  purpose text not null
    check (purpose in ('verify_email', 'reset_password', 'freeze', 'unlock_mfa')),
  token_hash bytea not null unique,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index links_of_user on links (user_id, purpose);
create index links_expires_at on links (expires_at);
grant select, insert, update, delete on links to pier_api, pier_worker;

-- What happened to an account and from where. Written once, never changed; kept a year.
create table security_events (
  id bigint generated always as identity primary key,
  user_id uuid not null references users (id),
  session_id uuid,
  kind text not null,
  network text,
  detail jsonb not null default '{}',
  at timestamptz not null
);
create index security_events_of_user on security_events (user_id, at);
create index security_events_at on security_events using brin (at);
create trigger security_events_keep before update or truncate on security_events
  for each statement execute function refuse_change();
grant select, insert on security_events to pier_api;
grant select, insert, delete on security_events to pier_worker;
grant select on security_events to pier_verifier;

create table user_exports (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users (id),
  requested_at timestamptz not null,
  ready_at timestamptz,
  sealed_body text,
  downloaded_at timestamptz
);
create index user_exports_of_user on user_exports (user_id, requested_at);
create index user_exports_requested_at on user_exports (requested_at);
grant select, insert, update on user_exports to pier_api;
grant select, insert, update, delete on user_exports to pier_worker;

-- Mails on their way. Page and address are wiped once the relay has it.
create table mails (
  id uuid primary key default gen_random_uuid(),
  user_id uuid references users (id),
  to_address text,
  kind text not null,
  page jsonb,
  status text not null default 'waiting' check (status in ('waiting', 'sent', 'refused')),
  error text,
  created_at timestamptz not null,
  settled_at timestamptz,
  check ((status = 'waiting') = (settled_at is null))
);
create index mails_of_user on mails (user_id, created_at);
create index mails_created_at on mails (created_at);
grant select, insert on mails to pier_api;
grant select, insert, update, delete on mails to pier_worker;
grant select on mails to pier_verifier;
