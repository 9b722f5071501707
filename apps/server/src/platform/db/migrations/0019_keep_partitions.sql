-- What keeps the partitions of tables whose rows go with time. Only the owner makes and drops tables, so the
-- worker is given these functions, which take nothing from it: they do what is due by the clock, and no more.
--
-- Each gives up after half a second without a lock, before PostgreSQL would look for a deadlock: nobody
-- waits long behind it, and nobody else is refused. The next run tries again.

-- The partitions of a table by time, without the default one.
create function partitions_of(p_table regclass)
returns table (partition regclass, from_at timestamptz, to_at timestamptz) language sql stable
set search_path = public, pg_temp set timezone = 'UTC' as $$
  select partition, coalesce(substring(bound from 'FROM \(''([^'']+)''\)')::timestamptz, '-infinity'),
    substring(bound from 'TO \(''([^'']+)''\)')::timestamptz
  from (select c.oid::regclass as partition, pg_get_expr(c.relpartbound, c.oid) as bound
    from pg_inherits as i join pg_class as c on c.oid = i.inhrelid
    where i.inhparent = p_table) as every
  where bound <> 'DEFAULT'
$$;

-- Makes the partition of now and those ahead, and moves there what waits for them in the default one.
create function make_partitions(p_table regclass, p_unit text, p_ahead integer) returns integer
language plpgsql set search_path = public, pg_temp set timezone = 'UTC' set lock_timeout = '500ms' as $$
declare
  step interval := ('1 ' || p_unit)::interval;
  lower timestamptz;
  upper timestamptz;
  name text;
  made integer := 0;
begin
  for ahead in 0..p_ahead loop
    lower := date_trunc(p_unit, app_now()) + ahead * step;
    upper := lower + step;
    continue when exists (select from partitions_of(p_table) where from_at < upper and to_at > lower);
    -- One worker at a time, and nobody writes meanwhile: PostgreSQL refuses a row that was on its way into
    -- the default partition. Then the table that the rows refer to, before anything that others read.
    execute format('lock table %s in share row exclusive mode', p_table);
    continue when exists (select from partitions_of(p_table) where from_at < upper and to_at > lower);
    lock table users in share row exclusive mode;
    execute format('lock table %s_default in access exclusive mode', p_table);
    name := format('%s_%s', p_table, to_char(lower,
      case p_unit when 'day' then 'YYYY_MM_DD' else 'YYYY_MM' end));
    execute format('create table %I (like %s including all)', name, p_table);
    execute format('with moved as (
        delete from %s_default where created_at >= %L and created_at < %L returning *)
      insert into %I select * from moved', p_table, lower, upper, name);
    execute format('alter table %s attach partition %I for values from (%L) to (%L)',
      p_table, name, lower, upper);
    made := made + 1;
  end loop;
  return made;
end $$;

-- Drops the partitions in which everything is past its time, but none that holds a row which has to stay.
create function drop_partitions(p_table regclass, p_kept interval, p_stays text) returns integer
language plpgsql set search_path = public, pg_temp set timezone = 'UTC' set lock_timeout = '500ms' as $$
declare
  before timestamptz := app_now() - p_kept;
  old regclass;
  has_to_stay boolean;
  dropped integer := 0;
begin
  if not exists (select from partitions_of(p_table) where to_at <= before) then return 0; end if;
  execute format('lock table %s in share update exclusive mode', p_table); -- One worker at a time.
  for old in select partition from partitions_of(p_table) where to_at <= before order by to_at loop
    execute format('select exists (select from %s where %s)', old, p_stays) into has_to_stay;
    continue when has_to_stay;
    execute format('lock table %s in access exclusive mode', p_table);
    execute format('drop table %s', old);
    dropped := dropped + 1;
  end loop;
  return dropped;
end $$;

create function make_partitions_of_live_events() returns integer language sql security definer
set search_path = public, pg_temp as $$ select make_partitions('live_events', 'day', 3) $$;
create function drop_partitions_of_live_events() returns integer language sql security definer
set search_path = public, pg_temp as $$ select drop_partitions('live_events', '7 days', 'false') $$;
create function make_partitions_of_mails() returns integer language sql security definer
set search_path = public, pg_temp as $$ select make_partitions('mails', 'month', 2) $$;
create function drop_partitions_of_mails() returns integer language sql security definer
set search_path = public, pg_temp as $$
  select drop_partitions('mails', '90 days', 'status = ''waiting''')
$$;

-- PostgreSQL takes samples of each partition by itself, but never of the table over them, by which it plans
-- joins. Once a day by the real time, as its own samples go: one table a call, so that each is kept when
-- the next takes too long.
create function analyze_partitioned_table() returns integer language plpgsql security definer
set search_path = public, pg_temp set lock_timeout = '500ms' as $$
declare
  due regclass := (select c.oid from pg_class as c
    where c.relkind = 'p' and c.relnamespace = 'public'::regnamespace
      and coalesce(pg_stat_get_last_analyze_time(c.oid) < now() - interval '20 hours', true)
    order by c.relname limit 1);
begin
  if due is null then return 0; end if;
  execute format('analyze (skip_locked) %s', due);
  return 1;
end $$;

revoke execute on function partitions_of, make_partitions, drop_partitions,
  make_partitions_of_live_events, drop_partitions_of_live_events, make_partitions_of_mails,
  drop_partitions_of_mails, analyze_partitioned_table from public;
grant execute on function make_partitions_of_live_events, drop_partitions_of_live_events,
  make_partitions_of_mails, drop_partitions_of_mails, analyze_partitioned_table to pier_worker;
