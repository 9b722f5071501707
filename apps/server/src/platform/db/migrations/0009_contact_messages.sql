-- What anybody writes to us through the contact form, without a login. It is answered by mail, or closed without.
create table contact_messages (
  id uuid primary key default gen_random_uuid(),
  name text not null check (length(name) between 2 and 100),
  email text not null check (length(email) between 3 and 254),
  topic text not null
    check (topic in ('borrowing', 'lending', 'custody', 'money', 'account', 'press', 'other')),
  message text not null check (length(message) between 20 and 4000),
  created_at timestamptz not null,
  closed_at timestamptz,
  closed_by uuid references operators (id),
  answer text check (length(answer) between 10 and 4000),
  check ((closed_at is null) = (closed_by is null)),
  check (answer is null or closed_at is not null)
);
create index contact_messages_open on contact_messages (created_at) where closed_at is null;
create index contact_messages_of_address on contact_messages (lower(email), created_at);
grant select, insert, update (closed_at, closed_by, answer) on contact_messages to pier_api;
grant select (id, topic, created_at, closed_at, closed_by) on contact_messages to pier_verifier;
