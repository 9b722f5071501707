-- What the registry showed of a domain that we hold when it was last looked at, and when that was. The
-- other columns say how it is to be. Nothing here means that nobody has looked since this was kept.
alter table holdings
  add column seen jsonb,
  add column seen_at timestamptz,
  add column look_asked_at timestamptz, -- Somebody saw that it is old: a new look is on its way.
  add constraint holdings_seen check ((seen is null) = (seen_at is null));
grant update (look_asked_at) on holdings to pier_api;
