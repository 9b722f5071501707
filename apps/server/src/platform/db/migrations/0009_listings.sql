create extension if not exists pg_trgm;

-- What an owner asks for a loan against a domain. It carries what its card shows, so that a page of the
-- directory is one read. Listing anew makes a new row, so that newest first is by number.
create table listings (
  number bigint generated always as identity primary key,
  id uuid not null unique default gen_random_uuid(),
  domain_id uuid not null references domains (id),
  user_id uuid not null references users (id),
  name text not null,
  unicode_name text not null,
  looks_like text,
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
  version integer not null default 1,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  end_reason text,
  check (not is_active or (ended_at is null and not is_paused))
);
create unique index listings_open on listings (domain_id) where ended_at is null;
create index listings_open_of_name on listings (name) where ended_at is null;
create index listings_newest on listings (number desc) where is_active;
create index listings_of_user on listings (user_id, number desc) where ended_at is null;
create index listings_by_amount on listings (amount_cents, number desc) where is_active;
create index listings_by_adjusted on listings (adjusted_bps, number desc) where is_active;
create index listings_by_rate on listings (rate_bps, number desc) where is_active;
create index listings_by_end on listings (expires_at, number desc) where is_active;
create index listings_by_suffix on listings (suffix, number desc) where is_active;
create index listings_by_text on listings using gin (unicode_name gin_trgm_ops) where is_active;
grant select, insert, update on listings to pier_api, pier_worker;
grant select on listings to pier_verifier;

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
create trigger counted_in after insert on listings
  referencing new table as fresh for each statement execute function count_listings_in();
create trigger counted_again after update on listings
  referencing new table as fresh old table as stale
  for each statement execute function count_listings_again();
