-- What the registrar said it costs. Nobody pays a price they have not seen.
create table fee_quotes (
  id uuid primary key default gen_random_uuid(),
  domain_id uuid not null references domains (id),
  operation text not null check (operation in ('transfer', 'renew')),
  asked_at timestamptz not null,
  state text not null check (state in ('asking', 'ready', 'refused')),
  amount_cents bigint check (amount_cents >= 0),
  renewal_cents bigint check (renewal_cents >= 0),
  is_premium boolean not null default false,
  message text,
  valid_until timestamptz,
  check ((state = 'ready') = (amount_cents is not null))
);
create index fee_quotes_of_domain on fee_quotes (domain_id, operation, asked_at desc);
grant select, insert, update on fee_quotes to pier_api, pier_worker;
grant select on fee_quotes to pier_verifier;

-- A domain on its way to us or away from us, one at a time.
create table transfers (
  id uuid primary key default gen_random_uuid(),
  domain_id uuid not null references domains (id),
  user_id uuid not null references users (id),
  direction text not null check (direction in ('in', 'out')),
  -- In: asked, requested, arriving, then done, failed or cancelled.
  -- Out: waiting, opening, code_sent, closing, then gone or cancelled.
  state text not null check (state in ('asked', 'requested', 'arriving', 'done', 'failed', 'cancelled',
    'waiting', 'opening', 'code_sent', 'closing', 'gone')),
  sealed_code text, -- Only a worker can open it. Gone as soon as the registry has it or refused it.
  fee_cents bigint,
  transaction_id uuid references transactions (id),
  act_by timestamptz, -- In: by when the registry lets it through. Out: until when the code is good.
  code_at timestamptz,
  stop_token_hash bytea unique,
  reason text, -- How it ended, in words.
  needs_operator text, -- Why a person has to look.
  looked_at timestamptz, -- By an operator, who let it go on.
  created_at timestamptz not null,
  requested_at timestamptz,
  ended_at timestamptz,
  check ((ended_at is null) = (state not in ('done', 'failed', 'cancelled', 'gone'))),
  check (ended_at is null or sealed_code is null)
);
create unique index transfers_open on transfers (domain_id) where ended_at is null;
create index transfers_of_domain on transfers (domain_id, created_at desc);
create index transfers_to_look_at on transfers (created_at) where needs_operator is not null;
create index transfers_with_code on transfers (created_at) where sealed_code is not null;
create index transfers_under_way on transfers (requested_at)
  where ended_at is null and direction = 'in';
create index transfers_leaving on transfers (code_at) where ended_at is null and direction = 'out';
-- Waits begin when they are asked for, and nobody moves that moment.
grant select, insert, update (state, sealed_code, fee_cents, transaction_id, act_by, code_at,
  stop_token_hash, reason, needs_operator, looked_at, requested_at, ended_at)
  on transfers to pier_api, pier_worker;
grant select on transfers to pier_verifier;

-- Every command to the registrar, written before it is sent. One of a domain at a time, in order.
create table registrar_commands (
  id uuid primary key default gen_random_uuid(), -- What the registrar is told it is called.
  number bigint generated always as identity unique,
  domain_id uuid not null references domains (id),
  kind text not null,
  input jsonb not null default '{}', -- Never a code.
  state text not null default 'queued' check (state in ('queued', 'sent', 'done', 'refused', 'stuck')),
  error text,
  message text, -- What the user is told of a refusal.
  registrar_ref text,
  created_at timestamptz not null,
  sent_at timestamptz,
  settled_at timestamptz,
  resolved_at timestamptz, -- By an operator, where it was stuck.
  check ((settled_at is null) = (state in ('queued', 'sent')))
);
create index registrar_commands_open on registrar_commands (domain_id, number)
  where settled_at is null;
create index registrar_commands_of_domain on registrar_commands (domain_id, number);
create index registrar_commands_to_look_at on registrar_commands (created_at)
  where state = 'stuck' and resolved_at is null;
grant select, insert, update (state, settled_at, resolved_at) on registrar_commands to pier_api;
grant select, insert, update on registrar_commands to pier_worker;
grant select on registrar_commands to pier_verifier;

-- What the registrar told us by itself, once each.
create table registrar_events (
  id uuid not null unique default gen_random_uuid(),
  registrar text not null,
  event_key text not null,
  kind text not null,
  name text,
  detail jsonb not null,
  failures integer not null default 0,
  received_at timestamptz not null,
  handled_at timestamptz,
  problem text, -- Why a person has to look.
  resolved_at timestamptz, -- Somebody has looked.
  primary key (registrar, event_key)
);
create index registrar_events_of_name on registrar_events (name, received_at) where name is not null;
create index registrar_events_to_look_at on registrar_events (received_at)
  where problem is not null and resolved_at is null;
grant select, insert, update on registrar_events to pier_worker;
grant select, update (resolved_at) on registrar_events to pier_api;
grant select on registrar_events to pier_verifier;

-- A domain that we hold, as the registry is to have it. What differs is an alarm.
create table holdings (
  domain_id uuid primary key references domains (id),
  arrived_at timestamptz not null,
  expires_at timestamptz,
  nameservers text[] not null,
  ds_records jsonb not null,
  is_unlocked boolean not null default false, -- A code is out, so the lock is open on purpose.
  checked_at timestamptz not null,
  -- What the registry showed when it was last looked at, and when that was. The other columns say how
  -- it is to be. Nothing here means that nobody has looked yet.
  seen jsonb,
  seen_at timestamptz,
  look_asked_at timestamptz, -- Somebody saw that it is old: a new look is on its way.
  left_at timestamptz,
  constraint holdings_seen check ((seen is null) = (seen_at is null))
);
create index holdings_to_check on holdings (checked_at) where left_at is null;
create index holdings_expiring on holdings (expires_at) where left_at is null;
grant select, insert, update on holdings to pier_worker;
grant select, update (look_asked_at) on holdings to pier_api;
grant select on holdings to pier_verifier;

-- What each change of nameservers was before and after, so that it can be undone.
create table nameserver_changes (
  id uuid primary key default gen_random_uuid(),
  domain_id uuid not null references domains (id),
  user_id uuid not null references users (id),
  command_id uuid not null references registrar_commands (id),
  from_nameservers text[] not null,
  from_ds_records jsonb not null,
  to_nameservers text[] not null,
  to_ds_records jsonb not null,
  created_at timestamptz not null
);
create index nameserver_changes_of_domain on nameserver_changes (domain_id, created_at desc);
grant select, insert on nameserver_changes to pier_api, pier_worker;
grant select on nameserver_changes to pier_verifier;

-- A domain that we hold is not as we left it. One alarm a kind is open at a time.
create table custody_alarms (
  id uuid primary key default gen_random_uuid(),
  domain_id uuid not null references domains (id),
  kind text not null, -- sponsor, lock, nameservers, dnssec, expiry, status, changed
  detail text not null,
  created_at timestamptz not null,
  resolved_at timestamptz
);
create unique index custody_alarms_open on custody_alarms (domain_id, kind)
  where resolved_at is null;
create index custody_alarms_since on custody_alarms (created_at) where resolved_at is null;
grant select, insert, update (resolved_at) on custody_alarms to pier_worker;
grant select, update (resolved_at) on custody_alarms to pier_api;
grant select on custody_alarms to pier_verifier;
