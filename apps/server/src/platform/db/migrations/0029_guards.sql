-- A guard looks at our tables, and at no others of the same name. Everybody may make tables of a
-- session, and those are found first: a process could show a guard a table of operators that it owns,
-- or postings that balance.
do $$
declare
  each regprocedure;
begin
  execute format('revoke temporary on database %I from public', current_database());
  for each in select p.oid from pg_proc as p
    where p.pronamespace = 'public'::regnamespace and p.proconfig is null and p.prosqlbody is null
      and not exists (select from pg_depend where objid = p.oid and deptype = 'e') loop
    execute format('alter function %s set search_path = public, pg_temp', each);
  end loop;
end $$;

-- What was declined, withdrawn, overtaken or done stays so. When the second key was turned is not for
-- the process to say: the time to appeal is counted from it.
create or replace function guard_decision() returns trigger language plpgsql
set search_path = public, pg_temp as $$
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
    if not is_at_work(new.decided_by)
      or new.state not in ('declined', 'withdrawn') and new.decided_by = old.proposed_by then
      perform refuse('nobody at work decides that');
    end if;
    new.decided_at := date_trunc('milliseconds', app_now());
  elsif new.decided_at is distinct from old.decided_at then
    perform refuse('a key was turned when it was turned');
  end if;
  return new;
end $$;

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

-- Where somebody is paid counts a day after it was changed, whatever the process writes.
create function guard_payee() returns trigger language plpgsql
set search_path = public, pg_temp as $$
begin
  if not is_owner() and exists (select from payees
    where user_id = new.user_id and rail = new.rail and stopped_at is null) then
    new.active_from := greatest(new.active_from,
      date_trunc('milliseconds', app_now()) + interval '24 hours');
  end if;
  return new;
end $$;
create trigger waits before insert on payees for each row execute function guard_payee();

-- A withdrawal waits its day, is paid by the worker, and goes where its owner said.
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
  if new.state is distinct from old.state and (new.state = 'paying' and old.pays_at > app_now()
    or new.state in ('paying', 'payout') and not pg_has_role(current_user, 'pier_worker', 'usage')) then
    perform refuse('a withdrawal is paid by the worker, after its wait');
  end if;
  return new;
end $$;
create trigger guarded before insert or update on withdrawals
  for each row execute function guard_withdrawal();

-- A loan ends with a seizure because two people decided it, its borrower gave the domain up, or both
-- sides agreed: that stands in its record, which nobody changes. The row of the loan alone is written in a moment.
create or replace function refuse_gift() returns trigger language plpgsql
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
