-- lock_timeout: 500ms
-- statement_timeout: 5min
-- The notices of one reader lie together in one of 16 partitions. Not by month, as mails do: a notice stays
-- while nobody has read it, so few months would ever be empty, and each list would be read from all of them.
-- Parents first, as whoever writes does.
lock table users in share row exclusive mode;
alter table notifications rename to notifications_before;
alter table notifications_before drop constraint notifications_pkey;
drop index notifications_of_user, notifications_unread, notifications_read;

create table notifications (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  kind text not null,
  body text not null check (length(body) between 1 and 500),
  link text not null check (link ~ '^/app(/|$|\?)'),
  is_message boolean not null,
  created_at timestamptz not null,
  read_at timestamptz
) partition by hash (user_id);
do $$
begin
  for n in 0..15 loop
    execute format('create table notifications_%s partition of notifications
      for values with (modulus 16, remainder %s)', to_char(n, 'FM00'), n);
  end loop;
end $$;
insert into notifications (id, user_id, kind, body, link, is_message, created_at, read_at)
  select id, user_id, kind, body, link, is_message, created_at, read_at from notifications_before;
drop table notifications_before;

alter table notifications add primary key (user_id, id),
  add foreign key (user_id) references users (id);
create index notifications_of_user on notifications (user_id, is_message, created_at desc, id);
create index notifications_unread on notifications (user_id, is_message) where read_at is null;
create index notifications_read on notifications (read_at, id) where read_at is not null;
grant select, insert, update on notifications to pier_api;
grant select, insert, update, delete on notifications to pier_worker;
grant select on notifications to pier_verifier;
