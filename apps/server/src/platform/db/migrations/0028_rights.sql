-- What a process of ours may do even when it was taken over. The API has to log people in and to write
-- down what they ask for; it does not have to make money, hire people, give domains away or shorten a
-- wait. Those are checked here, whatever the process believes.

-- Whether whoever runs this owns the tables: migrations and the command line of the machine do, our
-- processes never. It asks for the owner and not for names of roles, because a login may have put its
-- role off again.
create function is_owner() returns boolean language sql stable as $$
  select pg_has_role(current_user, relowner, 'usage') from pg_class where oid = 'operators'::regclass
$$;

create function refuse(p_words text) returns void language plpgsql as $$
begin
  raise exception '%', p_words using errcode = 'insufficient_privilege';
end $$;

-- Money. What is given back or paid out was taken from the same person before, and is not gone yet.
create or replace function post_own_entry(
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

-- Waits begin when they are asked for, and nobody moves that moment.
create function stamp_now() returns trigger language plpgsql as $$
begin
  if not is_owner() then new.created_at := app_now(); end if;
  return new;
end $$;
create trigger stamped before insert on transfers for each row execute function stamp_now();
create trigger stamped before insert on withdrawals for each row execute function stamp_now();
create trigger stamped before insert on payees for each row execute function stamp_now();
revoke update on transfers from pier_api, pier_worker;
grant update (state, sealed_code, fee_cents, transaction_id, act_by, code_at, stop_token_hash, reason,
  needs_operator, looked_at, requested_at, ended_at) on transfers to pier_api, pier_worker;

-- Who works here. A place, its roles and an invitation come from a decision of two people about that
-- very address; the first three, while there is nobody to ask, from the owner of the tables.
alter table operators add column decision_id uuid references decisions (id);
create function guard_operator() returns trigger language plpgsql as $$
declare
  asked jsonb;
begin
  if is_owner() then return new; end if;
  if tg_op = 'UPDATE' and (new.email, new.email_key, new.created_at, new.data_key)
      is distinct from (old.email, old.email_key, old.created_at, old.data_key) then
    perform refuse('an address stays with its operator');
  end if;
  if tg_op = 'UPDATE' and new.decision_id is not distinct from old.decision_id then
    if (new.roles, new.name) is distinct from (old.roles, old.name)
      or new.invite_hash is not null and new.invite_hash is distinct from old.invite_hash
      or new.ended_at is null and old.ended_at is not null
      or old.invite_hash is null and (new.password_hash, new.sealed_secret)
        is distinct from (old.password_hash, old.sealed_secret) then
      perform refuse('nobody decided that about this operator');
    end if;
    if old.invite_hash is not null and new.invite_hash is null and new.ended_at is null then
      new.keys_from := coalesce(old.keys_from, app_now() + interval '7 days');
    else
      new.keys_from := old.keys_from;
    end if;
    return new;
  end if;
  select terms into asked from decisions where id = new.decision_id and kind = 'staff'
    and decided_by is not null and state in ('proposed', 'done');
  if asked is null or lower(asked ->> 'email') <> lower(new.email)
    or array(select jsonb_array_elements_text(asked -> 'roles')) <> new.roles
    or (asked ->> 'act' = 'roles' and new.invite_hash is distinct from old.invite_hash) then
    perform refuse('nobody decided that about this operator');
  end if;
  new.keys_from := case when asked ->> 'act' = 'invite' then null
    when new.roles <@ old.roles then old.keys_from else app_now() + interval '7 days' end;
  return new;
end $$;
create trigger guarded before insert or update on operators
  for each row execute function guard_operator();

-- A session of an operator takes a code that was not taken before: one in half a minute, at most.
alter table operator_sessions add column step bigint;
create unique index operator_sessions_one_a_code on operator_sessions (operator_id, step);
create function guard_operator_session() returns trigger language plpgsql as $$
begin
  if is_owner() then return new; end if;
  if not exists (select from operators where id = new.operator_id and last_step = new.step
    and joined_at is not null and ended_at is null and invite_hash is null
    and new.step between floor(extract(epoch from app_now()) / 30) - 1
      and floor(extract(epoch from app_now()) / 30) + 1) then
    perform refuse('no code was taken for this session');
  end if;
  new.created_at := app_now();
  return new;
end $$;
create trigger guarded before insert on operator_sessions
  for each row execute function guard_operator_session();

-- A key is turned by somebody who is at work and not new, the second by another than the first. What
-- was proposed stays as it was.
create function is_at_work(p_operator_id uuid) returns boolean language sql stable
security definer set search_path = public, pg_temp as $$
  select exists (select from operators as o join operator_sessions as s on s.operator_id = o.id
    where o.id = p_operator_id and o.ended_at is null and o.keys_from <= app_now()
      and s.ended_at is null and s.used_at > app_now() - interval '15 minutes')
$$;
create function guard_decision() returns trigger language plpgsql as $$
begin
  if is_owner() then return new; end if;
  if tg_op = 'INSERT' and (new.state <> 'proposed' or new.decided_by is not null
    or not is_at_work(new.proposed_by)) then
    perform refuse('nobody at work proposes that');
  end if;
  if tg_op = 'UPDATE' and new.decided_by is distinct from old.decided_by and (
    old.state <> 'proposed' or old.decided_by is not null or not is_at_work(new.decided_by)
    or new.state not in ('declined', 'withdrawn') and new.decided_by = old.proposed_by) then
    perform refuse('nobody at work decides that');
  end if;
  return new;
end $$;
create trigger guarded before insert or update on decisions
  for each row execute function guard_decision();

-- A domain goes to its lender by a loan that ended so, and to whom an order names by a hold that two
-- people lifted. Looked at when the transaction ends: the loan is written after the domain.
create function refuse_gift() returns trigger language plpgsql
security definer set search_path = public, pg_temp as $$
begin
  if exists (select from escrows as e where e.domain_id = new.id and e.borrower_id = old.user_id
      and e.lender_id = new.user_id and e.status = 'FINALIZED_LENDER_SEIZURE'
      and e.ended_at >= app_now() - interval '5 minutes')
    or exists (select from decisions as d join domain_holds as h on h.id = d.subject_id
      where d.kind = 'liftHold' and d.state = 'done' and h.domain_id = new.id
        and d.terms ->> 'ownerId' = new.user_id::text
        and d.done_at >= app_now() - interval '5 minutes') then
    return null;
  end if;
  perform refuse(format('domain %s was not given to %s', new.id, new.user_id));
  return null;
end $$;
create constraint trigger given_for_a_reason after update of user_id on domains
  deferrable initially deferred for each row
  when (old.user_id is distinct from new.user_id and not is_owner()) execute function refuse_gift();
