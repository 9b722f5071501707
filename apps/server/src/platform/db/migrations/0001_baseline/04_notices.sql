-- Mails on their way. Page and address are wiped once the relay has it.
create table mails (
  id uuid primary key default gen_random_uuid(),
  user_id uuid references users (id),
  to_address text,
  kind text not null,
  about_id uuid, -- What it is about, so that one that is refused can be followed up.
  page jsonb,
  status text not null default 'waiting' check (status in ('waiting', 'sent', 'refused')),
  error text,
  created_at timestamptz not null,
  settled_at timestamptz,
  check ((status = 'waiting') = (settled_at is null))
);
create index mails_of_user on mails (user_id, created_at);
create index mails_created_at on mails (created_at);
create index mails_refused on mails (settled_at) where status = 'refused';
grant select, insert on mails to pier_api;
grant select, insert, update, delete on mails to pier_worker;
grant select on mails to pier_verifier;

-- What open tabs are told. A row is written with what it tells of; a single relay gives it its place
-- in the order after the commit, so that whoever has read up to a place has missed nothing before it.
create table live_events (
  id bigint generated always as identity primary key,
  seq bigint unique,
  user_id uuid not null references users (id),
  type text not null,
  data jsonb not null,
  created_at timestamptz not null
);
create sequence live_events_seq;
create index live_events_unplaced on live_events (id) where seq is null;
create index live_events_of_user on live_events (user_id, seq);
create index live_events_created_at on live_events using brin (created_at);
grant select, insert on live_events to pier_api;
grant select, insert, update, delete on live_events to pier_worker;
grant usage on sequence live_events_seq to pier_worker;

-- What a person is told in the app. It leads into the app and nowhere else.
create table notifications (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users (id),
  kind text not null,
  body text not null check (length(body) between 1 and 500),
  link text not null check (link ~ '^/app(/|$|\?)'),
  is_message boolean not null,
  created_at timestamptz not null,
  read_at timestamptz
);
create index notifications_of_user on notifications (user_id, is_message, created_at desc, id);
create index notifications_unread on notifications (user_id, is_message) where read_at is null;
grant select, insert, update on notifications to pier_api;
grant select, insert, update, delete on notifications to pier_worker;
grant select on notifications to pier_verifier;

-- Only what somebody turned off is a row.
create table unwanted_mails (
  user_id uuid not null references users (id),
  kind text not null,
  primary key (user_id, kind)
);
grant select, insert, delete on unwanted_mails to pier_api;
grant select, delete on unwanted_mails to pier_worker;
