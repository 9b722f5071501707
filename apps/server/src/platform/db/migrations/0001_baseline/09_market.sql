-- What an owner asks for a loan against a domain. It carries what its card shows, so that a page of the
-- directory is one read. Listing anew makes a new row, so that newest first is by number.
create table listings (
  number bigint generated always as identity primary key,
  id uuid not null unique default gen_random_uuid(),
  domain_id uuid not null references domains (id),
  user_id uuid not null references users (id),
  name text not null,
  unicode_name text not null,
  -- How long a name is without its ending: lenders look for short ones.
  letters integer not null generated always as (char_length(split_part(unicode_name, '.', 1))) stored,
  looks_like text,
  -- A name that can be taken for another was looked at by one of us, and may stand for a large loan.
  name_approved_at timestamptz,
  suffix text not null,
  amount_cents bigint not null check (amount_cents > 0),
  term_days integer not null check (term_days > 0),
  rate_bps integer not null check (rate_bps >= 0),
  adjusted_bps integer not null, -- What the rate comes to over the term.
  value_cents bigint,
  ltv_bps integer,
  registered_on date,
  is_custody_ready boolean not null,
  accepts_by_itself boolean not null default false,
  is_active boolean not null default true, -- Shown. A paused or expired one is not.
  is_paused boolean not null default false, -- Its proof is gone for now.
  -- Set aside for the offer that was accepted: not shown, and back when the loan does not come about.
  is_reserved boolean not null default false,
  version integer not null default 1,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  end_reason text,
  check (not is_active or (ended_at is null and not is_paused)),
  constraint listings_reserved_is_hidden check (not (is_reserved and is_active))
);
create unique index listings_open on listings (domain_id) where ended_at is null;
create index listings_open_of_name on listings (name) where ended_at is null;
create index listings_newest on listings (number desc) where is_active;
create index listings_of_user on listings (user_id, number desc) where ended_at is null;
create index listings_by_rate on listings (rate_bps, number desc) where is_active;
create index listings_by_end on listings (expires_at, number desc) where is_active;
create index listings_by_suffix on listings (suffix, number desc) where is_active;
create index listings_by_text on listings using gin (unicode_name gin_trgm_ops) where is_active;
-- The largest come first, and among equals the newest: an index is walked in that order or sorted.
create index listings_by_amount on listings (amount_cents desc, number desc) where is_active;
create index listings_by_adjusted on listings (adjusted_bps desc, number desc)
  include (term_days, rate_bps, amount_cents, suffix) where is_active;
create index listings_by_term on listings (term_days, number desc) where is_active;
create index listings_confusable on listings (created_at)
  where looks_like is not null and ended_at is null;
create index listings_by_letters on listings (letters, number desc) where is_active;
grant select, insert, update on listings to pier_api, pier_worker;
grant select on listings to pier_verifier;

-- Everything that happened to a listing.
create table listing_events (
  id bigint generated always as identity primary key,
  listing_id uuid not null references listings (id),
  what text not null,
  detail jsonb,
  created_at timestamptz not null
);
create index listing_events_of_listing on listing_events (listing_id, id);
create trigger never_changed before update or delete on listing_events
  for each row execute function refuse_change();
create trigger never_emptied before truncate on listing_events
  for each statement execute function refuse_change();
grant select, insert on listing_events to pier_api, pier_worker;
grant select on listing_events to pier_verifier;

-- How many are shown of every 256 numbers: turns "page N of M" into one short read from the right place.
create table listing_blocks (
  block integer primary key,
  active integer not null
) with (fillfactor = 50);
grant select on listing_blocks to pier_api, pier_worker, pier_verifier;

create function count_listings_in() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into listing_blocks (block, active)
    select (number >> 8)::integer, count(*) from fresh where is_active group by 1 order by 1
    on conflict (block) do update set active = listing_blocks.active + excluded.active;
  return null;
end $$;
create trigger counted_in after insert on listings
  referencing new table as fresh for each statement execute function count_listings_in();

create function count_listings_again() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into listing_blocks (block, active)
    select block, sum(change) from (
      select (number >> 8)::integer as block, 1 as change from fresh where is_active
      union all select (number >> 8)::integer, -1 from stale where is_active
    ) as changes group by 1 having sum(change) <> 0 order by 1
    on conflict (block) do update set active = listing_blocks.active + excluded.active;
  return null;
end $$;
create trigger counted_again after update on listings
  referencing new table as fresh old table as stale
  for each statement execute function count_listings_again();

-- What a lender proposes, and each answer to it. A loan that did not come about gives its listing back,
-- which may then take another offer: so several of one listing may have been accepted.
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
-- Those that wait stand first in both lists.
create index offers_received on offers (borrower_id, (status = 'PENDING') desc, number desc);
create index offers_sent on offers (lender_id, (status = 'PENDING') desc, number desc);
create index offers_pending_of_domain on offers (domain_id) where status = 'PENDING';
grant select, insert, update (status, reason, decided_at) on offers to pier_api, pier_worker;
grant select on offers to pier_verifier;

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
  letters_min integer,
  letters_max integer,
  is_custody_ready boolean,
  -- Its owner looks at what it has found. Nobody has looked where the time is empty: what was found
  -- since it was saved is new then.
  looked_at timestamptz,
  created_at timestamptz not null
);
create index saved_searches_of_user on saved_searches (user_id, created_at desc);
create index saved_searches_by_suffix on saved_searches (suffix);
grant select, insert, update, delete on saved_searches to pier_api;
grant select, insert, delete on saved_searches to pier_worker;
grant select on saved_searches to pier_verifier;

-- Who was told of a listing by a search of theirs: once, however often it is shown again.
create table listing_alerts (
  listing_id uuid not null references listings (id),
  user_id uuid not null references users (id),
  created_at timestamptz not null,
  primary key (listing_id, user_id)
);
create index listing_alerts_of_user on listing_alerts (user_id, created_at desc);
grant select, insert on listing_alerts to pier_api, pier_worker;
grant select on listing_alerts to pier_verifier;
