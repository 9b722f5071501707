-- Where people are paid. A version never changes; a new one waits before it counts.
create table payees (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users (id),
  rail smallint not null check (rail in (0, 1)), -- As in `contract`: bank transfer, cryptocurrency.
  version integer not null,
  sealed text not null,
  hint text not null, -- Its last characters, for the owner to know it by.
  -- Whether two people are paid at the same place, told by a keyed hash of it when it is saved.
  details_key bytea,
  shared_with uuid references users (id),
  created_at timestamptz not null,
  active_from timestamptz not null,
  stopped_at timestamptz, -- By its owner or by freezing the account, while it still waits.
  unique (user_id, rail, version)
);
create index payees_by_details on payees (details_key) where details_key is not null;
create index payees_shared on payees (created_at) where shared_with is not null;
-- What is left of a hint goes with its user; the details themselves go with the key.
grant select, insert, update (stopped_at, hint, details_key) on payees to pier_api, pier_worker;
grant select (id, user_id, rail, version, created_at, active_from, stopped_at) on payees
  to pier_verifier;

-- Which details were shown to whom, and when.
create table payee_reveals (
  id uuid primary key default gen_random_uuid(),
  escrow_id uuid not null references escrows (id),
  payee_id uuid not null references payees (id),
  shown_to text not null check (shown_to in ('BORROWER', 'LENDER')),
  created_at timestamptz not null
);
create index payee_reveals_of_escrow on payee_reveals (escrow_id, created_at);
grant select, insert on payee_reveals to pier_api, pier_worker;
grant select on payee_reveals to pier_verifier;

-- Agreements, exhibits and letters. Each is sealed with a key of its own and never written again.
create table escrow_files (
  id uuid primary key default gen_random_uuid(),
  escrow_id uuid not null references escrows (id),
  kind text not null check (kind in ('agreement', 'signed', 'annex', 'receipt', 'exhibit', 'letter')),
  number integer, -- Of exhibits and annexes, from one.
  name text not null check (length(name) between 1 and 200),
  type text not null check (type in ('application/pdf', 'image/png', 'image/jpeg')),
  size integer not null check (size > 0),
  sha256 bytea not null check (length(sha256) = 32),
  data_key text not null,
  sealed bytea not null,
  added_by text not null check (added_by in ('BORROWER', 'LENDER', 'SYSTEM', 'OPERATOR')),
  created_at timestamptz not null
);
create unique index escrow_files_numbers on escrow_files (escrow_id, kind, number)
  where number is not null;
create index escrow_files_of_escrow on escrow_files (escrow_id, created_at);
grant select, insert on escrow_files to pier_api, pier_worker;
grant select (id, escrow_id, kind, number, name, type, size, sha256, added_by, created_at)
  on escrow_files to pier_verifier;

-- The agreement of a loan, printed once from frozen terms. An annex is a later one.
create table agreements (
  id uuid primary key default gen_random_uuid(),
  escrow_id uuid not null references escrows (id),
  annex integer not null default 0,
  template_version text not null,
  terms jsonb not null,
  base_file_id uuid not null references escrow_files (id),
  base_sha256 bytea not null,
  base_size integer not null,
  created_at timestamptz not null,
  signed_file_id uuid references escrow_files (id),
  seal_level text check (seal_level in ('B-B', 'B-T')),
  sealed_at timestamptz,
  unique (escrow_id, annex)
);
grant select, insert, update (signed_file_id, seal_level, sealed_at) on agreements
  to pier_api, pier_worker;
grant select on agreements to pier_verifier;

-- Who signed, what exactly, how we knew them, and from where.
create table agreement_signatures (
  agreement_id uuid not null references agreements (id),
  role text not null check (role in ('BORROWER', 'LENDER')),
  user_id uuid not null references users (id),
  name text not null,
  consent_version text not null,
  document_sha256 bytea not null,
  address text not null, -- Of the network.
  agent text not null,
  auth jsonb not null,
  signed_at timestamptz not null,
  primary key (agreement_id, role)
);
grant select, insert on agreement_signatures to pier_api, pier_worker;
grant select on agreement_signatures to pier_verifier;

-- What both sides wrote to each other. It stays, for whoever owns the database too.
create table escrow_messages (
  id uuid primary key default gen_random_uuid(),
  number bigint generated always as identity,
  escrow_id uuid not null references escrows (id),
  user_id uuid not null references users (id),
  body text not null check (length(body) between 1 and 4000),
  file_id uuid references escrow_files (id),
  created_at timestamptz not null
);
create index escrow_messages_of_escrow on escrow_messages (escrow_id, number);
create trigger escrow_messages_are_kept before update or delete on escrow_messages
  for each row execute function refuse_change();
create trigger escrow_messages_are_not_emptied before truncate on escrow_messages
  for each statement execute function refuse_change();
grant select, insert on escrow_messages to pier_api, pier_worker;
grant select (id, number, escrow_id, user_id, created_at) on escrow_messages to pier_verifier;

-- How far each side has read.
create table escrow_reads (
  escrow_id uuid not null references escrows (id),
  user_id uuid not null references users (id),
  number bigint not null,
  -- When somebody was last told of a message, in the app and by mail: a lively chat is no flood of either.
  told_at timestamptz,
  mailed_at timestamptz,
  primary key (escrow_id, user_id)
);
grant select, insert, update on escrow_reads to pier_api, pier_worker;
