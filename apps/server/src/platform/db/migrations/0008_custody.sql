-- What is so for an ending, from a day on. Registries and ICANN change their rules with notice.
create table tld_policies (
  suffix text not null,
  effective_from timestamptz not null,
  is_supported boolean not null,
  lock_days integer not null check (lock_days >= 0), -- After a transfer in it cannot leave again.
  age_days_min integer not null check (age_days_min >= 0), -- Younger names cannot be transferred.
  transfer_days_min integer not null,
  transfer_days_max integer not null, -- How long it takes, to be told to people.
  wait_days_max integer not null, -- After this a person looks why it takes so long.
  code_days integer not null, -- How long a code out is good.
  transfer_price_cents bigint not null, -- For show; what counts is the quote for the very name.
  renewal_price_cents bigint not null,
  primary key (suffix, effective_from)
);
grant select on tld_policies to pier_api, pier_worker, pier_verifier;
insert into tld_policies
  select suffix, '2026-01-01T00:00Z', true, lock_days, age_days, days_min, days_max, wait_days, 14,
    price, price
  from (values
    ('com', 60, 60, 1, 5, 14, 1180), ('net', 60, 60, 1, 5, 14, 1320), ('org', 60, 60, 1, 5, 14, 1240),
    ('info', 60, 60, 1, 5, 14, 2160), ('app', 60, 60, 1, 5, 14, 1620), ('dev', 60, 60, 1, 5, 14, 1420),
    ('shop', 60, 60, 1, 5, 14, 3260), ('xyz', 60, 60, 1, 5, 14, 1290), ('online', 60, 60, 1, 5, 14, 2890),
    ('store', 60, 60, 1, 5, 14, 4320), ('tech', 60, 60, 1, 5, 14, 4690), ('site', 60, 60, 1, 5, 14, 2890),
    ('cloud', 60, 60, 1, 5, 14, 2190), ('club', 60, 60, 1, 5, 14, 1690), ('io', 60, 60, 1, 5, 30, 4450),
    ('ai', 60, 60, 1, 5, 30, 9240), ('co', 60, 60, 1, 5, 30, 2790), ('me', 60, 60, 1, 5, 30, 1790),
    ('tv', 60, 60, 1, 5, 30, 3190), ('cc', 60, 60, 1, 5, 30, 1290), ('de', 0, 0, 0, 1, 30, 890)
  ) as policy (suffix, lock_days, age_days, days_min, days_max, wait_days, price);

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
grant select, insert, update on transfers to pier_api, pier_worker;
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
  check ((settled_at is null) = (state in ('queued', 'sent')))
);
create index registrar_commands_open on registrar_commands (domain_id, number)
  where settled_at is null;
create index registrar_commands_of_domain on registrar_commands (domain_id, number);
create index registrar_commands_stuck on registrar_commands (created_at) where state = 'stuck';
grant select, insert on registrar_commands to pier_api, pier_worker;
grant update on registrar_commands to pier_worker;
grant select on registrar_commands to pier_verifier;

-- What the registrar told us by itself, once each.
create table registrar_events (
  registrar text not null,
  event_key text not null,
  kind text not null,
  name text,
  detail jsonb not null,
  failures integer not null default 0,
  received_at timestamptz not null,
  handled_at timestamptz,
  problem text, -- Why a person has to look.
  primary key (registrar, event_key)
);
create index registrar_events_of_name on registrar_events (name, received_at) where name is not null;
create index registrar_events_problems on registrar_events (received_at) where problem is not null;
grant select, insert, update on registrar_events to pier_worker;
grant select on registrar_events to pier_api, pier_verifier;

-- A domain that we hold, as the registry is to have it. What differs is an alarm.
create table holdings (
  domain_id uuid primary key references domains (id),
  arrived_at timestamptz not null,
  expires_at timestamptz,
  nameservers text[] not null,
  ds_records jsonb not null,
  is_unlocked boolean not null default false, -- A code is out, so the lock is open on purpose.
  checked_at timestamptz not null,
  left_at timestamptz
);
create index holdings_to_check on holdings (checked_at) where left_at is null;
create index holdings_expiring on holdings (expires_at) where left_at is null;
grant select, insert, update on holdings to pier_worker;
grant select on holdings to pier_api, pier_verifier;

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

create table renewals (
  id uuid primary key default gen_random_uuid(),
  domain_id uuid not null references domains (id),
  user_id uuid not null references users (id), -- Who pays.
  expires_at timestamptz not null, -- Before it: renewing twice from one date does nothing.
  fee_cents bigint not null,
  is_emergency boolean not null default false, -- Not covered: the platform paid, the user owes.
  transaction_id uuid references transactions (id),
  state text not null check (state in ('asked', 'done', 'failed')),
  created_at timestamptz not null
);
create unique index renewals_open on renewals (domain_id) where state = 'asked';
create index renewals_of_domain on renewals (domain_id, created_at desc);
grant select, insert on renewals to pier_api;
grant select, insert, update on renewals to pier_worker;
grant select on renewals to pier_verifier;

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
grant select on custody_alarms to pier_api, pier_verifier;

