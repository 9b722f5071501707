-- A public page about a name that we hold, as long as its owner wants one. A code is never used again.
create table custody_certificates (
  id uuid primary key default gen_random_uuid(),
  code text not null unique
    check (code ~ '^[2-9A-HJ-NP-Z]{4}-[2-9A-HJ-NP-Z]{4}-[2-9A-HJ-NP-Z]{4}$'),
  domain_id uuid not null references domains (id),
  user_id uuid not null references users (id), -- The owner who made it public.
  with_handle boolean not null,
  public_at timestamptz not null,
  ended_at timestamptz,
  ended_why text check (ended_why in ('withdrawn', 'left', 'new_owner')),
  -- The file as the worker signed it last: its exact text, and a detached signature over it.
  signed_text text,
  signature bytea,
  key_id text,
  is_key_in_dns boolean,
  sign_asked_at timestamptz, -- Somebody saw that the signed file is old: a new one is on its way.
  constraint custody_certificates_end check ((ended_at is null) = (ended_why is null)),
  constraint custody_certificates_signed check (
    (signed_text is null) = (signature is null) and (signed_text is null) = (key_id is null)
    and (signed_text is null) = (is_key_in_dns is null))
);
create unique index custody_certificates_open on custody_certificates (domain_id)
  where ended_at is null;
create index custody_certificates_of_user on custody_certificates (user_id, public_at);
grant select, insert, update (with_handle, ended_at, ended_why, sign_asked_at)
  on custody_certificates to pier_api;
grant select, update (ended_at, ended_why, signed_text, signature, key_id, is_key_in_dns,
  sign_asked_at) on custody_certificates to pier_worker;
grant select on custody_certificates to pier_verifier;
