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
create function guard_advance() returns trigger language plpgsql as $$
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

-- A payment goes to advances first.
alter table escrow_payments add column advance_cents bigint not null default 0
  check (advance_cents >= 0);
grant update (advance_cents) on escrow_payments to pier_api, pier_worker;
alter table escrow_payments
  drop constraint escrow_payments_check1,
  add constraint escrow_payments_split check (status <> 'CONFIRMED' or kind <> 'PARTIAL'
    or advance_cents + interest_cents + principal_cents = amount_cents);
