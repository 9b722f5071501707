-- Which version of the terms and of the privacy notice a person accepted, when and how. Rows are never
-- changed or removed: after a deletion they are left with a user who has no name.
create table legal_acceptances (
  id bigint generated always as identity primary key,
  user_id uuid not null references users (id),
  document text not null check (document in ('terms', 'privacy')),
  version integer not null check (version > 0),
  how text not null check (how in ('registration', 'asked', 'signing')),
  escrow_id uuid references escrows (id), -- Whose agreement was signed.
  accepted_at timestamptz not null,
  check ((how = 'signing') = (escrow_id is not null))
);
create unique index legal_acceptances_once
  on legal_acceptances (user_id, document, version, escrow_id) nulls not distinct;
create trigger legal_acceptances_keep before update or delete or truncate on legal_acceptances
  for each statement execute function refuse_change();
grant select, insert on legal_acceptances to pier_api;
grant select on legal_acceptances to pier_worker;
