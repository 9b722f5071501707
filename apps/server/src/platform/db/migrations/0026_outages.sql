-- When each part of Pier last showed that it works. On the wall, not by the clock that tests move.
create table heartbeats (
  part text primary key check (part in ('api', 'worker', 'registrar')),
  beat_at timestamptz not null
);
grant select, insert, update on heartbeats to pier_api, pier_worker;

-- A part was silent for over an hour: clocks stand still by themselves from when we noticed, and
-- operators decide whether the time before counts too.
alter table clock_stops
  add column part text check (part in ('api', 'worker', 'registrar')),
  add column noticed_at timestamptz,
  add column over_at timestamptz, -- It was heard of again.
  add constraint clock_stops_noticed check ((part is null) = (noticed_at is null));
create unique index clock_stops_of_part on clock_stops (part) where ended_at is null;
grant update (began_at, over_at) on clock_stops to pier_api;
grant update (over_at) on clock_stops to pier_worker;
