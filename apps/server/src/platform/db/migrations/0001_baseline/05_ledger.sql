-- The site balance. Money moves between these accounts and nowhere else; an amount is what comes
-- into the account, so that the amounts of an entry, and of the whole ledger, sum to zero.
create type ledger_account as enum (
  'available', 'held', -- of the entry's user
  'card_clearing', 'crypto_clearing', 'registry_payable', 'refund_payable',
  'platform_revenue', 'platform_receivable', 'chargeback'
);

-- An entry belongs to one user at most: money cannot pass from one user to another.
create table ledger_entries (
  id bigint generated always as identity primary key,
  reference text not null unique check (length(reference) between 3 and 200),
  kind text not null,
  user_id uuid references users (id),
  transaction_id uuid,
  created_at timestamptz not null
);
create index ledger_entries_of_user on ledger_entries (user_id, id) where user_id is not null;
create index ledger_entries_created_at on ledger_entries using brin (created_at);
create index ledger_entries_of_transaction on ledger_entries (transaction_id)
  where transaction_id is not null;
create trigger never_changed before update or delete on ledger_entries
  for each row execute function refuse_change();
create trigger never_emptied before truncate on ledger_entries
  for each statement execute function refuse_change();

create table ledger_postings (
  entry_id bigint not null references ledger_entries (id),
  account ledger_account not null,
  amount_cents bigint not null check (amount_cents <> 0),
  primary key (entry_id, account)
);
-- Sums of an account from the last checkpoint on, from the index alone.
create index ledger_postings_of_account on ledger_postings (account, entry_id)
  include (amount_cents);
create trigger never_changed before update or delete on ledger_postings
  for each row execute function refuse_change();
create trigger never_emptied before truncate on ledger_postings
  for each statement execute function refuse_change();

-- What the postings of a user sum to, kept under its row lock. The accounts of the platform have no
-- such row: every entry touches them, and all would queue for it.
create table ledger_balances (
  user_id uuid primary key references users (id),
  available_cents bigint not null default 0,
  held_cents bigint not null default 0 check (held_cents >= 0)
) with (fillfactor = 70);

-- What an account of the platform summed to, up to an entry below which nothing is still on its way.
create table ledger_checkpoints (
  account ledger_account not null,
  through_entry_id bigint not null,
  balance_cents bigint not null,
  taken_at timestamptz not null,
  primary key (account, through_entry_id)
);
grant insert on ledger_checkpoints to pier_worker;

-- Money that is set aside: spent in part or whole, and the rest goes back.
create table ledger_holds (
  id uuid primary key default gen_random_uuid(),
  reference text not null unique check (length(reference) between 3 and 200),
  user_id uuid not null references users (id),
  amount_cents bigint not null check (amount_cents > 0),
  created_at timestamptz not null,
  ended_at timestamptz,
  captured_cents bigint check (captured_cents between 0 and amount_cents),
  check ((ended_at is null) = (captured_cents is null))
);
create index ledger_holds_open on ledger_holds (user_id) where ended_at is null;
grant select, insert, update (ended_at, captured_cents) on ledger_holds to pier_api, pier_worker;
grant select on ledger_holds to pier_verifier;

-- Looked at when the transaction ends: an entry balances, and money of users is the money of one.
create function check_ledger_entry(checked_id bigint) returns void language plpgsql
set search_path = public, pg_temp as $$
declare
  legs integer;
  total bigint;
  of_user boolean;
begin
  select count(*), coalesce(sum(amount_cents), 0), bool_or(account in ('available', 'held'))
    into legs, total, of_user from ledger_postings where entry_id = checked_id;
  if legs < 2 or total <> 0 then
    raise exception 'ledger entry % has % postings that sum to %', checked_id, legs, total
      using errcode = 'check_violation';
  end if;
  if of_user and (select user_id from ledger_entries where id = checked_id) is null then
    raise exception 'ledger entry % moves the money of nobody', checked_id
      using errcode = 'check_violation';
  end if;
end $$;

create function check_new_ledger_entry() returns trigger language plpgsql
set search_path = public, pg_temp as $$
begin
  perform check_ledger_entry(new.id);
  return null;
end $$;
create constraint trigger ledger_entry_balances after insert on ledger_entries
  deferrable initially deferred for each row execute function check_new_ledger_entry();

create function check_entry_of_posting() returns trigger language plpgsql
set search_path = public, pg_temp as $$
begin
  perform check_ledger_entry(new.entry_id);
  return null;
end $$;
create constraint trigger ledger_posting_balances after insert on ledger_postings
  deferrable initially deferred for each row execute function check_entry_of_posting();

-- A hold ends once, and nothing else about it ever changes.
create function guard_hold() returns trigger language plpgsql
set search_path = public, pg_temp as $$
begin
  if tg_op = 'UPDATE' and old.ended_at is null and new.ended_at is not null
    and (new.id, new.reference, new.user_id, new.amount_cents, new.created_at)
      = (old.id, old.reference, old.user_id, old.amount_cents, old.created_at) then
    return new;
  end if;
  raise exception 'hold % has ended or may not be changed', old.id
    using errcode = 'restrict_violation';
end $$;
create trigger ends_once before update or delete on ledger_holds
  for each row execute function guard_hold();
create trigger never_emptied before truncate on ledger_holds
  for each statement execute function refuse_change();

-- The only way in. It runs with the rights of the owner, because no process may write these tables
-- itself: one entry, its postings and the user's balance, or nothing. Answers whether it was new; the
-- same reference with anything else about it is an error. Only what others force on a balance may
-- push it below zero.
create function post_entry(
  p_reference text, p_kind text, p_user_id uuid, p_transaction_id uuid,
  p_accounts ledger_account[], p_amounts bigint[]
) returns boolean language plpgsql security definer set search_path = public, pg_temp as $$
declare
  new_id bigint;
  found_id bigint;
  more_available bigint;
  more_held bigint;
  found_kind text;
  found_user uuid;
  after ledger_balances;
begin
  if p_user_id is not null then
    insert into ledger_balances (user_id) values (p_user_id) on conflict do nothing;
    perform 1 from ledger_balances where user_id = p_user_id for update;
  end if;

  insert into ledger_entries (reference, kind, user_id, transaction_id, created_at)
    values (p_reference, p_kind, p_user_id, p_transaction_id, app_now())
    on conflict (reference) do nothing returning id into new_id;
  if new_id is null then
    select id, kind, user_id into found_id, found_kind, found_user from ledger_entries
      where reference = p_reference;
    if found_kind <> p_kind or found_user is distinct from p_user_id or exists (
      select from (select account, amount_cents from ledger_postings where entry_id = found_id)
        as posted
      full join unnest(p_accounts, p_amounts) as leg (account, amount) using (account)
      where posted.amount_cents is distinct from leg.amount
    ) then
      raise exception 'reference % stands for another entry', p_reference
        using errcode = 'unique_violation';
    end if;
    return false;
  end if;

  insert into ledger_postings (entry_id, account, amount_cents)
    select new_id, leg.account, leg.amount
    from unnest(p_accounts, p_amounts) as leg (account, amount);

  if p_user_id is not null then
    select coalesce(sum(amount) filter (where account = 'available'), 0),
      coalesce(sum(amount) filter (where account = 'held'), 0)
      into more_available, more_held
      from unnest(p_accounts, p_amounts) as leg (account, amount);
    update ledger_balances
      set available_cents = available_cents + more_available, held_cents = held_cents + more_held
      where user_id = p_user_id returning * into after;
    if more_available < 0 and after.available_cents < 0
      and p_kind not in ('chargeback', 'emergency_renewal') then
      raise exception 'balance of user % does not suffice', p_user_id using errcode = 'PB001';
    end if;
  end if;
  return true;
end $$;
revoke execute on function post_entry(text, text, uuid, uuid, ledger_account[], bigint[]) from public;
grant execute on function post_entry(text, text, uuid, uuid, ledger_account[], bigint[]) to pier_worker;

-- What a person may cause by a call, and a payout that an operator made by hand. The process that
-- strangers talk to has this way only, so that it cannot make money out of nothing, whatever becomes of
-- it: what is given back or paid out was taken from the same person before, and is not gone yet.
create function post_own_entry(
  p_reference text, p_kind text, p_user_id uuid, p_transaction_id uuid,
  p_accounts ledger_account[], p_amounts bigint[]
) returns boolean language plpgsql security definer set search_path = public, pg_temp as $$
declare
  is_posted boolean;
  owed_cents bigint;
begin
  if not (p_kind in ('hold', 'release') and p_accounts <@ '{available,held}'::ledger_account[]
    or p_kind in ('withdrawal', 'withdrawal_returned')
      and p_accounts <@ '{available,refund_payable}'::ledger_account[]
    or p_kind = 'payout' and p_accounts <@ '{refund_payable,crypto_clearing}'::ledger_account[]) then
    perform refuse(format('an entry of kind %s is not for this process', p_kind));
  end if;
  select sum(leg.amount) into owed_cents from unnest(p_accounts, p_amounts) as leg (account, amount)
    where leg.account = 'refund_payable';
  if p_kind = 'withdrawal' and owed_cents is not null and owed_cents < 0
    or p_kind in ('withdrawal_returned', 'payout') and coalesce(owed_cents, 0) >= 0 then
    perform refuse(format('an entry of kind %s goes the other way', p_kind));
  end if;
  is_posted := post_entry(p_reference, p_kind, p_user_id, p_transaction_id, p_accounts, p_amounts);
  if p_kind in ('withdrawal_returned', 'payout') then
    select sum(p.amount_cents) into owed_cents
      from ledger_entries as e join ledger_postings as p on p.entry_id = e.id
      where e.user_id = p_user_id and p.account = 'refund_payable';
    if coalesce(owed_cents, -1) < 0 then
      perform refuse('more goes back than was taken');
    end if;
  end if;
  return is_posted;
end $$;
revoke execute on function post_own_entry(text, text, uuid, uuid, ledger_account[], bigint[])
  from public;
grant execute on function post_own_entry(text, text, uuid, uuid, ledger_account[], bigint[])
  to pier_api, pier_worker;

grant select on ledger_entries, ledger_postings, ledger_balances, ledger_checkpoints
  to pier_api, pier_worker, pier_verifier;
