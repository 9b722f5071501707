-- Whose domain, by the word of its owner, by proof, or because we hold it.
create table domains (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users (id),
  name text not null check (name = lower(name) and length(name) <= 253), -- A-labels.
  unicode_name text not null,
  suffix text not null,
  looks_like text, -- The plain name that it can be taken for.
  status text not null
    check (status in ('EXTERNAL_UNVERIFIED', 'EXTERNAL_VERIFIED', 'CUSTODY_PAID', 'IN_ESCROW')),
  is_pending_transfer boolean not null default false,
  transfer_refusal text, -- Why the last transfer in did not go through.
  transfer_out_available_at timestamptz,
  verified_at timestamptz,
  created_at timestamptz not null,
  archived_at timestamptz, -- Taken off the list, or gone to another registrar. History is kept.
  check (not is_pending_transfer or status in ('EXTERNAL_UNVERIFIED', 'EXTERNAL_VERIFIED')),
  check (archived_at is null or not is_pending_transfer)
);
-- Several people may say that a name is theirs; one at most has proved it.
create unique index domains_of_one_owner on domains (name)
  where status <> 'EXTERNAL_UNVERIFIED' and archived_at is null;
create unique index domains_once_a_user on domains (user_id, name) where archived_at is null;
create unique index domains_one_transfer_in on domains (name)
  where is_pending_transfer and archived_at is null;
create index domains_of_user on domains (user_id, created_at desc, id) where archived_at is null;
create index domains_by_name on domains (name, id);
grant select, insert on domains to pier_api, pier_worker;
-- The lender of a loan that was not repaid gets the domain itself.
grant update (user_id, status, is_pending_transfer, transfer_refusal, transfer_out_available_at,
  verified_at, archived_at) on domains to pier_api, pier_worker;
grant select on domains to pier_verifier;

-- Everything that happened to a domain, and by whom.
create table domain_events (
  id bigint generated always as identity primary key,
  domain_id uuid not null references domains (id),
  status text not null,
  what text not null, -- added, verified, proof_lost, transfer_asked, arrived, left, …
  detail jsonb,
  user_id uuid references users (id), -- Who did it; nobody when it happened by itself.
  created_at timestamptz not null
);
create index domain_events_of_domain on domain_events (domain_id, id);
create trigger never_changed before update or delete on domain_events
  for each row execute function refuse_change();
create trigger never_emptied before truncate on domain_events
  for each statement execute function refuse_change();
grant select, insert on domain_events to pier_api, pier_worker;
grant select on domain_events to pier_verifier;

-- The record that proves control, and what we saw when we looked. One value may stand for many names
-- of one user. It proves nothing new after it ran out; one that was found is looked at daily.
create table domain_challenges (
  domain_id uuid primary key references domains (id),
  value text not null,
  expires_at timestamptz not null,
  proved_at timestamptz,
  checks integer not null default 0,
  failures integer not null default 0, -- In a row, since it was last there.
  checked_at timestamptz,
  next_check_at timestamptz,
  result jsonb -- What was seen: found, reason, seen, nameservers, via.
);
grant select, insert, update on domain_challenges to pier_api, pier_worker;
grant select on domain_challenges to pier_verifier;

-- A name that nobody moves and whose nameservers nobody changes, until it is lifted.
create table domain_holds (
  id uuid primary key default gen_random_uuid(),
  domain_id uuid not null references domains (id),
  kind text not null, -- drift, dispute, court, theft, abuse
  note text not null,
  placed_by uuid references operators (id),
  document_id uuid references documents (id), -- The ground that it was placed on.
  is_secret boolean not null default false, -- The order forbids to tell the parties.
  review_at timestamptz, -- When somebody looks again.
  created_at timestamptz not null,
  lifted_at timestamptz,
  lifted_by uuid[] not null default '{}'
);
create unique index domain_holds_open on domain_holds (domain_id, kind) where lifted_at is null;
create index domain_holds_since on domain_holds (created_at) where lifted_at is null;
grant select, insert, update (lifted_at, lifted_by) on domain_holds to pier_api;
grant select, insert, update (lifted_at) on domain_holds to pier_worker;
grant select on domain_holds to pier_verifier;

-- What a registry says about a name, as last read.
create table registrations (
  name text primary key,
  asked_at timestamptz, -- Somebody waits for an answer since.
  fetched_at timestamptz,
  server text,
  is_registered boolean,
  facts jsonb,
  raw jsonb
);
grant select, insert, update on registrations to pier_api, pier_worker;
grant select on registrations to pier_verifier;

-- What changed between two looks at a registry.
create table registration_changes (
  id bigint generated always as identity primary key,
  name text not null,
  what text not null,
  before text not null,
  after text not null,
  created_at timestamptz not null
);
create index registration_changes_of_name on registration_changes (name, id desc);
create trigger never_changed before update or delete on registration_changes
  for each row execute function refuse_change();
create trigger never_emptied before truncate on registration_changes
  for each statement execute function refuse_change();
grant select, insert on registration_changes to pier_worker;
grant select on registration_changes to pier_api, pier_verifier;
