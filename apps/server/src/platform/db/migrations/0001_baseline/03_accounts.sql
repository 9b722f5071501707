-- People. The address is found by a keyed hash of its lower-case form; restricted fields are sealed
-- with the user's own data key, so that deleting that key erases them in backups too.
create table users (
  id uuid primary key default gen_random_uuid(),
  name text not null check (length(name) between 1 and 100),
  -- What others know a person by: never their name. Made once, and never given to another.
  handle text unique check (handle ~ '^[a-z]+-[a-z0-9-]+$'),
  email text check (length(email) <= 254),
  email_key bytea unique,
  email_verified_at timestamptz,
  password_hash text,
  pepper_id text,
  default_contract smallint not null default 0 check (default_contract in (0, 1)),
  picture bytea check (length(picture) <= 204800),
  data_key text,
  sealed_address text,
  -- Whether there is an address is no secret, and decides whose move a loan waits for.
  has_address boolean not null default false,
  -- Where somebody lives, as they wrote it: the rules of countries ask for it. The rest of the address
  -- stays sealed.
  country text check (length(country) <= 200),
  restricted_until timestamptz,
  frozen_at timestamptz, -- By an operator, until an operator lets it go.
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
-- The nightly sweep looks for addresses that nobody ever proved.
create index users_unverified on users (created_at)
  where email_verified_at is null and deleted_at is null;
create index users_restricted on users (restricted_until) where restricted_until is not null;
create index users_leaving on users (deletion_at) where deletion_at is not null;
create index users_frozen on users (frozen_at) where frozen_at is not null;
-- Operators look people up by parts of their name.
create index users_by_name on users using gin (name gin_trgm_ops) where deleted_at is null;
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
    'frozen', 'cookie_mismatch', 'deleted', 'email_changed')),
  check ((ended_at is null) = (ended_because is null)),
  check ((grant_action is null) = (grant_until is null))
);
create index sessions_open_of_user on sessions (user_id, created_at) where ended_at is null;
create index sessions_devices on sessions (user_id, bind_hash);
create index sessions_refreshed_at on sessions (refreshed_at);
grant select, insert, update on sessions to pier_api;
grant select, insert, update, delete on sessions to pier_worker;
grant select on sessions to pier_verifier;

-- The code app of a user. It guards the account from when it was confirmed.
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

-- Each lets its user in once, when the code app is lost.
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
  email_key bytea, -- A link proves the mailbox it was mailed to, and no other.
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

-- What we know of a person, put together for them on request.
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

-- A new address for a user who lost the old one. It waits, and whoever reads the old mailbox can stop it.
create table email_changes (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users (id),
  email text check (length(email) <= 254),
  email_key bytea,
  asked_by uuid not null references operators (id),
  created_at timestamptz not null,
  takes_effect_at timestamptz not null,
  ended_at timestamptz,
  is_done boolean not null default false,
  check (not is_done or ended_at is not null),
  check (ended_at is not null or (email is not null and email_key is not null))
);
create unique index email_changes_open on email_changes (user_id) where ended_at is null;
create index email_changes_of_user on email_changes (user_id) where is_done;
grant select, insert, update (email, email_key, ended_at, is_done) on email_changes
  to pier_api, pier_worker;
grant select (id, user_id, asked_by, created_at, takes_effect_at, ended_at, is_done)
  on email_changes to pier_verifier;
