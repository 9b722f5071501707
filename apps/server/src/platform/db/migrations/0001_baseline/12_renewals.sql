-- What is set aside from an owner's balance to renew a name while a loan on it runs. It pays for
-- renewals before the balance does; what is left when the loan ends goes back.
create table renewal_reserves (
  id uuid primary key default gen_random_uuid(),
  domain_id uuid not null references domains (id),
  user_id uuid not null references users (id),
  escrow_id uuid not null references escrows (id),
  transaction_id uuid unique references transactions (id), -- Nothing while a renewal has all of it.
  created_at timestamptz not null,
  ended_at timestamptz
);
create unique index renewal_reserves_one_open on renewal_reserves (escrow_id) where ended_at is null;
create index renewal_reserves_of_domain on renewal_reserves (domain_id) where ended_at is null;
grant select, insert, update (transaction_id, ended_at) on renewal_reserves to pier_api, pier_worker;
grant select on renewal_reserves to pier_verifier;

-- A year more of a name, asked for by its owner or by us before it is too late.
create table renewals (
  id uuid primary key default gen_random_uuid(),
  domain_id uuid not null references domains (id),
  user_id uuid not null references users (id), -- Who pays.
  expires_at timestamptz not null, -- Before it: renewing twice from one date does nothing.
  fee_cents bigint not null,
  -- Which reserve it draws on, and how much of its fee comes from there.
  reserve_id uuid references renewal_reserves (id),
  reserve_cents bigint not null default 0,
  is_emergency boolean not null default false, -- Not covered: the platform paid, the user owes.
  transaction_id uuid references transactions (id),
  state text not null check (state in ('asked', 'done', 'failed')),
  created_at timestamptz not null,
  constraint renewals_reserve check (
    reserve_cents between 0 and fee_cents and (reserve_id is not null or reserve_cents = 0))
);
create unique index renewals_open on renewals (domain_id) where state = 'asked';
create index renewals_of_domain on renewals (domain_id, created_at desc);
create index renewals_owed on renewals (user_id) where is_emergency and state = 'done';
grant select, insert on renewals to pier_api;
grant select, insert, update on renewals to pier_worker;
grant select on renewals to pier_verifier;

-- What the lender of a running loan paid the registry to keep the name: a memo of the loan, without
-- interest, repaid before interest and principal. It counts once the registry has renewed.
create table escrow_advances (
  id uuid primary key default gen_random_uuid(),
  escrow_id uuid not null references escrows (id),
  domain_id uuid not null references domains (id),
  renewal_id uuid not null unique references renewals (id),
  amount_cents bigint not null check (amount_cents > 0),
  expires_at timestamptz not null, -- The end of the registration that it carries on from.
  state text not null check (state in ('asked', 'done', 'void')),
  void_reason text check (void_reason in ('refused', 'ended')),
  advanced_on date,
  payments_before integer check (payments_before >= 0), -- Parts that counted before it did.
  created_at timestamptz not null,
  settled_at timestamptz,
  check ((state = 'asked') = (settled_at is null)),
  check ((state = 'void') = (void_reason is not null)),
  check ((state = 'done') = (advanced_on is not null)),
  check ((state = 'done') = (payments_before is not null))
);
-- Never twice for one year of one name, and one at a time.
create unique index escrow_advances_once on escrow_advances (domain_id, expires_at)
  where state <> 'void';
create unique index escrow_advances_one_open on escrow_advances (domain_id) where state = 'asked';
create index escrow_advances_of_escrow on escrow_advances (escrow_id, created_at);
grant select, insert on escrow_advances to pier_api;
grant select, insert, update (state, void_reason, advanced_on, payments_before, settled_at)
  on escrow_advances to pier_worker;
grant select on escrow_advances to pier_verifier;

-- None for a loan that does not run, and what is settled stays as it is.
create function guard_advance() returns trigger language plpgsql
set search_path = public, pg_temp as $$
begin
  if tg_op = 'UPDATE' and old.state <> 'asked' then
    raise exception 'advance % is settled', old.id using errcode = 'restrict_violation';
  end if;
  if new.state <> 'void' and not exists (select from escrows
    where id = new.escrow_id and ended_at is null and value_date is not null) then
    raise exception 'an advance belongs to a loan that runs' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger of_running_loans before insert or update on escrow_advances
  for each row execute function guard_advance();
