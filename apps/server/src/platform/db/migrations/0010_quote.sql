-- What a registry answered about a name that somebody typed to get a quote. It is dropped within a day.
-- Unlogged, so that the name is neither in the log of the database nor in its backups.
create unlogged table quote_lookups (
  id uuid primary key default gen_random_uuid(), -- Jobs know it by this alone: they are kept longer.
  name text not null unique,
  asked_at timestamptz not null,
  ended_at timestamptz,
  outcome text check (outcome in ('known', 'unregistered', 'no_source', 'no_answer')),
  facts jsonb,
  check ((ended_at is null) = (outcome is null)),
  check ((facts is null) or outcome = 'known')
);
create index quote_lookups_old on quote_lookups (asked_at);
grant select, insert, update on quote_lookups to pier_api;
grant select, update, delete on quote_lookups to pier_worker;
