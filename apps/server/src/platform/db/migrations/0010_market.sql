-- What others know a person by: never their name. Made once, and never given to another.
alter table users add column handle text unique check (handle ~ '^[a-z]+-[a-z0-9-]+$');

-- Set aside for the offer that was accepted: not shown, and back when the loan does not come about.
alter table listings add column is_reserved boolean not null default false;
alter table listings add constraint listings_reserved_is_hidden
  check (not (is_reserved and is_active));

-- The largest come first, and among equals the newest: an index is walked in that order or sorted.
drop index listings_by_amount;
drop index listings_by_adjusted;
create index listings_by_amount on listings (amount_cents desc, number desc) where is_active;
create index listings_by_adjusted on listings (adjusted_bps desc, number desc)
  include (term_days, rate_bps, amount_cents, suffix) where is_active;
create index listings_by_term on listings (term_days, number desc) where is_active;

create table offers (
  id uuid primary key default gen_random_uuid(),
  number bigint generated always as identity unique,
  listing_id uuid not null references listings (id),
  domain_id uuid not null references domains (id),
  borrower_id uuid not null references users (id),
  lender_id uuid not null references users (id),
  side text not null check (side in ('LENDER', 'BORROWER')), -- Who proposes these terms.
  parent_id uuid references offers (id), -- What it answers or replaces.
  version integer not null default 1,
  amount_cents bigint not null check (amount_cents > 0),
  term_days integer not null check (term_days > 0),
  rate_bps integer not null check (rate_bps >= 0),
  message text check (length(message) between 1 and 1000),
  contract smallint not null check (contract in (0, 1)),
  status text not null check (status in ('PENDING', 'ACCEPTED', 'RESCINDED', 'DENIED')),
  reason text, -- EXPIRED, REPLACED, COUNTERED, LISTING_REMOVED, OWNERSHIP_CHANGED, SUPERSEDED, or words
  expires_at timestamptz not null,
  created_at timestamptz not null,
  decided_at timestamptz,
  check (borrower_id <> lender_id),
  check ((status = 'PENDING') = (decided_at is null))
);
create unique index offers_one_pending on offers (domain_id, lender_id) where status = 'PENDING';
create unique index offers_one_accepted on offers (listing_id) where status = 'ACCEPTED';
-- Those that wait stand first in both lists.
create index offers_received on offers (borrower_id, (status = 'PENDING') desc, number desc);
create index offers_sent on offers (lender_id, (status = 'PENDING') desc, number desc);
create index offers_pending_of_domain on offers (domain_id) where status = 'PENDING';
grant select, insert, update (status, reason, decided_at) on offers to pier_api, pier_worker;
grant select on offers to pier_verifier;

create table escrows (
  id uuid primary key default gen_random_uuid(),
  number bigint generated always as identity unique,
  code text not null unique, -- What people say: LN-7F3K
  domain_id uuid not null references domains (id),
  listing_id uuid not null references listings (id),
  offer_id uuid not null unique references offers (id),
  borrower_id uuid not null references users (id),
  lender_id uuid not null references users (id),
  status text not null check (status in ('PENDING_SIGNATURE', 'NEW', 'DOMAIN_IN_CUSTODY', 'LOAN_POSTED',
    'ESCALATED', 'FINALIZED_LENDER_SEIZURE', 'FINALIZED_PLATFORM_SEZIURE',
    'FINALIZED_RETURN_TO_BORROWER', 'CANCELLED')),
  amount_cents bigint not null check (amount_cents > 0),
  term_days integer not null check (term_days > 0),
  rate_bps integer not null check (rate_bps >= 0),
  contract smallint not null check (contract in (0, 1)),
  deadline_at timestamptz,
  created_at timestamptz not null,
  ended_at timestamptz,
  check (borrower_id <> lender_id),
  check ((ended_at is not null) = (status in ('FINALIZED_LENDER_SEIZURE',
    'FINALIZED_PLATFORM_SEZIURE', 'FINALIZED_RETURN_TO_BORROWER', 'CANCELLED')))
);
-- The last guard: a domain stands for one loan at a time.
create unique index escrows_one_open on escrows (domain_id) where ended_at is null;
create index escrows_of_borrower on escrows (borrower_id, number desc);
create index escrows_of_lender on escrows (lender_id, number desc);
grant select, insert, update (status, deadline_at, ended_at) on escrows to pier_api, pier_worker;
grant select on escrows to pier_verifier;

-- Somebody wants to hear of new listings like these. A column that is empty asks for nothing.
create table saved_searches (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users (id),
  text text,
  suffix text,
  amount_cents_min bigint,
  amount_cents_max bigint,
  rate_bps_min integer,
  rate_bps_max integer,
  term_days_min integer,
  term_days_max integer,
  ltv_bps_max integer,
  age_years_min integer,
  is_custody_ready boolean,
  created_at timestamptz not null
);
create index saved_searches_of_user on saved_searches (user_id, created_at desc);
create index saved_searches_by_suffix on saved_searches (suffix);
grant select, insert, delete on saved_searches to pier_api, pier_worker;
grant select on saved_searches to pier_verifier;

-- Who was told of a listing by a search of theirs: once, however often it is shown again.
create table listing_alerts (
  listing_id uuid not null references listings (id),
  user_id uuid not null references users (id),
  created_at timestamptz not null,
  primary key (listing_id, user_id)
);
grant select, insert on listing_alerts to pier_api, pier_worker;
grant select on listing_alerts to pier_verifier;
