-- The encrypted bytes of a file may be in a bucket instead. The row then says under which name, and their
-- hash. Old code finds no bytes there, so files are moved only once every process knows of it.
alter table escrow_files
  alter column sealed drop not null,
  add column object_name text,
  add column object_sha256 bytea,
  add constraint escrow_files_one_place check (
    num_nonnulls(sealed, object_name) = 1 and num_nonnulls(object_name, object_sha256) in (0, 2));
alter table documents
  alter column sealed drop not null,
  add column object_name text,
  add column object_sha256 bytea,
  add constraint documents_one_place check (
    num_nonnulls(sealed, object_name) = 1 and num_nonnulls(object_name, object_sha256) in (0, 2));

-- What is still to be moved.
create index escrow_files_in_database on escrow_files (id) where sealed is not null;
create index documents_in_database on documents (id) where sealed is not null;

create function refuse_other_bytes() returns trigger language plpgsql
set search_path = public, pg_temp as $$
begin
  if old.sealed is not null and new.sealed is null and new.object_sha256 = sha256(old.sealed) then
    return new;
  end if;
  if old.sealed is null and new.sealed is not null and sha256(new.sealed) = old.object_sha256 then
    return new;
  end if;
  raise exception 'files of % are moved as they are, and never changed', tg_table_name
    using errcode = 'restrict_violation';
end $$;
create trigger bytes_stay before update on escrow_files
  for each row execute function refuse_other_bytes();
create trigger bytes_stay before update on documents
  for each row execute function refuse_other_bytes();

-- Without data_key the worker cannot read a document that it moves.
grant update (sealed, object_name, object_sha256) on escrow_files to pier_worker;
grant select (id, sealed, object_name, object_sha256), update (sealed, object_name, object_sha256)
  on documents to pier_worker;
