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

insert into renewal_reserves (domain_id, user_id, escrow_id, transaction_id, created_at)
  select e.domain_id, t.user_id, e.id, t.id, t.created_at
  from escrows as e join transactions as t on t.id = e.runway_transaction_id
  where e.ended_at is null and t.status = 'PENDING';
comment on column escrows.runway_transaction_id is 'Written no longer: see renewal_reserves.';

-- Which reserve a renewal draws on, and how much of its fee comes from there.
alter table renewals
  add column reserve_id uuid references renewal_reserves (id),
  add column reserve_cents bigint not null default 0,
  add constraint renewals_reserve check (
    reserve_cents between 0 and fee_cents and (reserve_id is not null or reserve_cents = 0));
