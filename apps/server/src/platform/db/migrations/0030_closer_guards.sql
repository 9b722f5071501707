-- A withdrawal that is over stays over. It waits when it is asked for, and again when somebody of us
-- approved it; otherwise one whose money is on the balance again could be paid as well.
create or replace function guard_withdrawal() returns trigger language plpgsql
set search_path = public, pg_temp as $$
begin
  if is_owner() then return new; end if;
  if tg_op = 'INSERT' then
    if new.state <> 'waiting' or new.approved_by is not null then
      perform refuse('a withdrawal begins with its wait');
    end if;
    new.pays_at := greatest(new.pays_at, date_trunc('milliseconds', app_now()) + interval '24 hours');
    return new;
  end if;
  if new.sealed_address is distinct from old.sealed_address and new.sealed_address is not null then
    perform refuse('a withdrawal goes where it was asked to');
  end if;
  if new.state is distinct from old.state then
    if new.state = 'paying' and old.pays_at > app_now()
      or new.state in ('paying', 'payout') and not pg_has_role(current_user, 'pier_worker', 'usage') then
      perform refuse('a withdrawal is paid by the worker, after its wait');
    end if;
    if new.state = 'waiting' and old.state <> 'approval'
      or new.state = 'approval' and old.state <> 'waiting' then
      perform refuse('a withdrawal does not begin anew');
    end if;
  end if;
  return new;
end $$;

-- A payee that counts, or has counted, is stopped by nobody: what follows on its rail waits its day,
-- also after one that was stopped.
create or replace function guard_payee() returns trigger language plpgsql
set search_path = public, pg_temp as $$
begin
  if not is_owner() and exists (select from payees
    where user_id = new.user_id and rail = new.rail) then
    new.active_from := greatest(new.active_from,
      date_trunc('milliseconds', app_now()) + interval '24 hours');
  end if;
  return new;
end $$;
create function guard_stop_of_payee() returns trigger language plpgsql
set search_path = public, pg_temp as $$
begin
  if not is_owner() and new.stopped_at is distinct from old.stopped_at
    and (old.stopped_at is not null or old.active_from <= date_trunc('milliseconds', app_now())) then
    perform refuse('only what still waits is stopped, and once');
  end if;
  return new;
end $$;
create trigger stops_what_waits before update on payees
  for each row execute function guard_stop_of_payee();

-- Saying no, and taking an own proposal back, moves nothing. Who is new may do that; who is logged in
-- nowhere may not.
create function is_logged_in(p_operator_id uuid) returns boolean language sql stable
security definer set search_path = public, pg_temp as $$
  select exists (select from operators as o join operator_sessions as s on s.operator_id = o.id
    where o.id = p_operator_id and o.ended_at is null
      and s.ended_at is null and s.used_at > app_now() - interval '15 minutes')
$$;
revoke execute on function is_logged_in(uuid) from public;
grant execute on function is_logged_in(uuid) to pier_api;
create or replace function guard_decision() returns trigger language plpgsql
set search_path = public, pg_temp as $$
declare
  is_no boolean := new.state in ('declined', 'withdrawn');
begin
  if is_owner() then return new; end if;
  if tg_op = 'INSERT' then
    if new.state <> 'proposed' or new.decided_by is not null or not is_at_work(new.proposed_by) then
      perform refuse('nobody at work proposes that');
    end if;
    return new;
  end if;
  if old.state not in ('proposed', 'announced', 'appealed')
    or old.state <> 'proposed' and new.state = 'proposed'
    or old.decided_by is not null and new.decided_by is distinct from old.decided_by then
    perform refuse('that is decided already');
  end if;
  if new.decided_by is distinct from old.decided_by then
    if is_no and not is_logged_in(new.decided_by)
      or not is_no and (not is_at_work(new.decided_by) or new.decided_by = old.proposed_by) then
      perform refuse('nobody at work decides that');
    end if;
    new.decided_at := date_trunc('milliseconds', app_now());
  elsif new.decided_at is distinct from old.decided_at then
    perform refuse('a key was turned when it was turned');
  end if;
  return new;
end $$;

-- What a provider answered is written by the worker, which asked. The API writes down what is to be
-- paid and where the page for it is, and nothing about what was paid there, refunded or disputed: a
-- top-up that names the charge of somebody else would be refunded from there.
revoke insert, update on card_refunds, crypto_deposits, top_ups from pier_api;
grant insert (transaction_id, user_id, provider, asked_cents, request_key, created_at),
  update (provider_ref, uri) on top_ups to pier_api;
