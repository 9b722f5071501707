-- An operator names the decision that made or changed them, and a decision its operators: the one
-- circle among the tables, closed here.
alter table operators add column decision_id uuid references decisions (id);

-- Who works here. A place, its roles and an invitation come from a decision of two people about that
-- very address; the first three, while there is nobody to ask, from the owner of the tables.
create function guard_operator() returns trigger language plpgsql
set search_path = public, pg_temp as $$
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

-- A decision about staff is carried out once, by the transaction that turns its second key. One that
-- was carried out long ago, or was declined, hires nobody.
create unique index operators_one_a_decision on operators (decision_id);
create function guard_staff_decision() returns trigger language plpgsql
set search_path = public, pg_temp as $$
begin
  if not is_owner() and new.decision_id is not null
    and (tg_op = 'INSERT' or new.decision_id is distinct from old.decision_id)
    and not exists (select from decisions where id = new.decision_id and state = 'proposed'
      and decided_at >= app_now() - interval '1 minute') then
    perform refuse('that was decided before');
  end if;
  return new;
end $$;
create trigger decided_now before insert or update on operators
  for each row execute function guard_staff_decision();

-- Of the two who turn a key, the second is another than the first. What was declined, withdrawn,
-- overtaken or done stays so. When the second key was turned is not for the process to say: the time to
-- appeal is counted from it. Saying no asks for less, because it moves nothing.
create function guard_decision() returns trigger language plpgsql
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
create trigger guarded before insert or update on decisions
  for each row execute function guard_decision();

-- Waits begin when they are asked for, and nobody moves that moment.
create function stamp_now() returns trigger language plpgsql
set search_path = public, pg_temp as $$
begin
  if not is_owner() then new.created_at := app_now(); end if;
  return new;
end $$;
create trigger stamped before insert on transfers for each row execute function stamp_now();
create trigger stamped before insert on withdrawals for each row execute function stamp_now();
create trigger stamped before insert on payees for each row execute function stamp_now();

-- A withdrawal waits its day, is paid by the worker, and goes where its owner said. One that is over
-- stays over: it waits when it is asked for, and again when somebody of us approved it; otherwise one
-- whose money is on the balance again could be paid as well.
create function guard_withdrawal() returns trigger language plpgsql
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
create trigger guarded before insert or update on withdrawals
  for each row execute function guard_withdrawal();

-- Where somebody is paid counts a day after it was changed, whatever the process writes, also where the
-- one before was stopped.
create function guard_payee() returns trigger language plpgsql
set search_path = public, pg_temp as $$
begin
  if not is_owner() and exists (select from payees
    where user_id = new.user_id and rail = new.rail) then
    new.active_from := greatest(new.active_from,
      date_trunc('milliseconds', app_now()) + interval '24 hours');
  end if;
  return new;
end $$;
create trigger waits before insert on payees for each row execute function guard_payee();

-- A payee that counts, or has counted, is stopped by nobody.
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

-- A domain goes to its lender by a loan that ended so, and to whom an order names by a hold that two
-- people lifted. A loan ends with a seizure because two people decided it, its borrower gave the domain
-- up, or both sides agreed: that stands in its record, which nobody changes, while the row of the loan
-- alone is written in a moment. Looked at when the transaction ends: the loan is written after the domain.
create function refuse_gift() returns trigger language plpgsql
security definer set search_path = public, pg_temp as $$
begin
  if exists (select from escrows as e where e.domain_id = new.id and e.borrower_id = old.user_id
      and e.lender_id = new.user_id and e.status = 'FINALIZED_LENDER_SEIZURE'
      and e.ended_at >= app_now() - interval '5 minutes'
      and (exists (select from decisions as d where d.escrow_id = e.id and d.kind in ('rule', 'seize')
          and d.state = 'done' and d.done_at >= app_now() - interval '5 minutes')
        or exists (select from escrow_events as v where v.escrow_id = e.id
          and v.at >= app_now() - interval '5 minutes'
          and (v.action = 'surrender' and v.actor_id = e.borrower_id
            or v.action = 'settle' and v.outcome = 'DEFAULT'))))
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

-- Two people lift a hold, and it stays what it was.
create function guard_hold_of_domain() returns trigger language plpgsql
set search_path = public, pg_temp as $$
begin
  if not is_owner() and not exists (select from decisions where kind = 'liftHold'
    and subject_id = new.id and state = 'proposed' and decided_by is not null
    and decided_at >= app_now() - interval '1 minute') then
    perform refuse('nobody lifts that hold');
  end if;
  return new;
end $$;
create trigger lifted_by_two before update on domain_holds
  for each row execute function guard_hold_of_domain();
