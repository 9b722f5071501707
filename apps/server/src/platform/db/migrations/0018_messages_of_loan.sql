-- lock_timeout: 500ms
-- statement_timeout: 5min
-- The chat of one loan lies together in one of 16 partitions.
-- Parents first, as whoever writes does.
lock table escrows, users, escrow_files in share row exclusive mode;
alter table escrow_messages rename to escrow_messages_before;
alter table escrow_messages_before drop constraint escrow_messages_pkey;
drop index escrow_messages_of_escrow, escrow_messages_of_side;

-- An identity cannot be shared by the partitions, a sequence can.
create sequence escrow_messages_numbers;
select setval('escrow_messages_numbers', coalesce(max(number), 0) + 1, false)
  from escrow_messages_before;
grant usage on sequence escrow_messages_numbers to pier_api, pier_worker;

create table escrow_messages (
  id uuid not null default gen_random_uuid(),
  number bigint not null default nextval('escrow_messages_numbers'),
  escrow_id uuid not null,
  user_id uuid not null,
  body text not null check (length(body) between 1 and 4000),
  file_id uuid,
  created_at timestamptz not null
) partition by hash (escrow_id);
-- A trigger for rows is handed to each partition, one for `truncate` is not.
do $$
begin
  for n in 0..15 loop
    execute format('create table escrow_messages_%s partition of escrow_messages
      for values with (modulus 16, remainder %s)', to_char(n, 'FM00'), n);
    execute format('create trigger escrow_messages_are_not_emptied before truncate
      on escrow_messages_%s for each statement execute function refuse_change()',
      to_char(n, 'FM00'));
  end loop;
end $$;
insert into escrow_messages (id, number, escrow_id, user_id, body, file_id, created_at)
  select id, number, escrow_id, user_id, body, file_id, created_at from escrow_messages_before;
drop table escrow_messages_before;

alter table escrow_messages add primary key (escrow_id, id),
  add foreign key (escrow_id) references escrows (id),
  add foreign key (user_id) references users (id),
  add foreign key (file_id) references escrow_files (id);
create index escrow_messages_of_escrow on escrow_messages (escrow_id, number);
create index escrow_messages_of_side on escrow_messages (escrow_id, user_id, number);
create trigger escrow_messages_are_kept before update or delete on escrow_messages
  for each row execute function refuse_change();
create trigger escrow_messages_are_not_emptied before truncate on escrow_messages
  for each statement execute function refuse_change();
grant select, insert on escrow_messages to pier_api, pier_worker;
grant select (id, number, escrow_id, user_id, created_at) on escrow_messages to pier_verifier;
