-- A column of a plain unique index counts as a key: while somebody's first handle was written, every insert
-- that names the user waited, and could lose a deadlock against a job that held the domain. A column of a
-- partial index does not.
create unique index users_handle on users (handle) where handle is not null;
alter table users drop constraint users_handle_key;
