-- What needs two keys. One operator proposes, another confirms, and neither may hold both.
create table decisions (
  id uuid primary key default gen_random_uuid(),
  number bigint generated always as identity unique,
  kind text not null check (kind in (
    'rule', 'seize', 'seizeForPlatform', 'liftHold', 'value', 'adjust', 'configure', 'staff')),
  subject_id uuid not null, -- The loan, the hold, the user, or the decision itself.
  escrow_id uuid references escrows (id),
  dispute_id uuid references escrow_disputes (id),
  appeal_of uuid references decisions (id),
  document_id uuid references documents (id),
  terms jsonb not null,
  reasons text not null check (length(reasons) between 20 and 4000),
  exhibits integer[] not null default '{}',
  -- Announced: a ruling that both keys stand behind and that can still be appealed.
  -- Lapsed: nobody confirmed it in time. Nothing happens, and it can be made anew.
  state text not null check (state in ('proposed', 'declined', 'withdrawn', 'lapsed', 'announced',
    'appealed', 'overtaken', 'done')),
  proposed_by uuid not null references operators (id),
  proposed_at timestamptz not null,
  decided_by uuid references operators (id),
  decided_at timestamptz,
  decided_note text check (length(decided_note) <= 4000),
  takes_effect_at timestamptz,
  accepted_by text[] not null default '{}',
  appealed_by text check (appealed_by in ('BORROWER', 'LENDER')),
  appealed_at timestamptz,
  appeal text check (length(appeal) between 20 and 4000),
  done_at timestamptz,
  constraint decisions_two_people check (decided_by is null or decided_by <> proposed_by
    or state in ('withdrawn')),
  constraint decisions_second_key check (state not in ('announced', 'appealed', 'done')
    or (decided_by is not null and decided_at is not null)),
  check ((state = 'done') = (done_at is not null)),
  check (kind <> 'seizeForPlatform' or document_id is not null),
  check (kind not in ('rule', 'seize', 'seizeForPlatform') or escrow_id is not null)
);
create unique index decisions_one_open on decisions (subject_id)
  where state in ('proposed', 'announced');
create index decisions_of_escrow on decisions (escrow_id, number);
create index decisions_waiting on decisions (proposed_at) where state in ('proposed', 'announced', 'appealed');
create index decisions_done on decisions (done_at) where state = 'done';
grant select, insert, update (state, decided_by, decided_at, decided_note, takes_effect_at,
  accepted_by, appealed_by, appealed_at, appeal, done_at) on decisions to pier_api, pier_worker;
grant select on decisions to pier_verifier;

-- An adjustment says itself what it posts, and nothing else can be posted in its name: both keys have
-- to be turned, by two people.
create function post_adjustment(p_decision_id uuid, p_transaction_id uuid)
returns boolean language plpgsql security definer set search_path = public, pg_temp as $$
declare
  terms jsonb;
  cents bigint;
begin
  select decisions.terms into terms from decisions where id = p_decision_id and kind = 'adjust'
    and state = 'proposed' and decided_by is not null and decided_by <> proposed_by;
  if terms is null then
    raise exception 'decision % adjusts nothing', p_decision_id using errcode = 'insufficient_privilege';
  end if;
  cents := (terms ->> 'cents')::bigint;
  return post_entry('adjustment:' || p_decision_id, 'adjustment', (terms ->> 'userId')::uuid,
    p_transaction_id, array[terms ->> 'from', terms ->> 'to']::ledger_account[], array[-cents, cents]);
end $$;
revoke execute on function post_adjustment(uuid, uuid) from public;
grant execute on function post_adjustment(uuid, uuid) to pier_api;

-- What each side says in a case: once by itself, and once in reply.
create table dispute_statements (
  dispute_id uuid not null references escrow_disputes (id),
  party text not null check (party in ('BORROWER', 'LENDER')),
  kind text not null check (kind in ('statement', 'reply')),
  body text not null check (length(body) between 1 and 4000),
  at timestamptz not null,
  primary key (dispute_id, party, kind)
);
grant select, insert on dispute_statements to pier_api;
grant select on dispute_statements to pier_worker, pier_verifier;

-- What operators ask one side, and what it answers.
create table dispute_questions (
  id uuid primary key default gen_random_uuid(),
  dispute_id uuid not null references escrow_disputes (id),
  party text not null check (party in ('BORROWER', 'LENDER')),
  question text not null check (length(question) between 1 and 2000),
  asked_by uuid not null references operators (id),
  asked_at timestamptz not null,
  answer_by timestamptz not null,
  answer text check (length(answer) between 1 and 4000),
  answered_at timestamptz,
  check ((answer is null) = (answered_at is null))
);
create index dispute_questions_of_case on dispute_questions (dispute_id, asked_at);
grant select, insert, update (answer, answered_at) on dispute_questions to pier_api;
grant select on dispute_questions to pier_worker, pier_verifier;

-- How much an exhibit says, by the rules for the rail it was paid on, and what was checked.
create table exhibit_marks (
  file_id uuid primary key references escrow_files (id),
  weight text not null check (weight in ('decisive', 'supporting', 'not_alone')),
  check_note text not null check (length(check_note) between 1 and 200),
  is_good boolean,
  marked_by uuid not null references operators (id),
  marked_at timestamptz not null
);
grant select, insert, update on exhibit_marks to pier_api;
grant select on exhibit_marks to pier_verifier;

-- What operators set, version by version. The last one counts.
create table settings (
  name text not null,
  version integer not null check (version > 0),
  value jsonb not null,
  reason text not null,
  decision_id uuid references decisions (id), -- What two people decided names the decision.
  set_by uuid not null references operators (id),
  set_at timestamptz not null,
  primary key (name, version)
);
create trigger never_changed before update or delete on settings
  for each row execute function refuse_change();
create trigger never_emptied before truncate on settings
  for each statement execute function refuse_change();
grant select, insert on settings to pier_api;
grant select on settings to pier_worker, pier_verifier;

-- What is so for an ending, from a day on. Registries and ICANN change their rules with notice.
create table tld_policies (
  suffix text not null,
  effective_from timestamptz not null,
  is_supported boolean not null,
  lock_days integer not null check (lock_days >= 0), -- After a transfer in it cannot leave again.
  age_days_min integer not null check (age_days_min >= 0), -- Younger names cannot be transferred.
  transfer_days_min integer not null,
  transfer_days_max integer not null, -- How long it takes, to be told to people.
  wait_days_max integer not null, -- After this a person looks why it takes so long.
  code_days integer not null, -- How long a code out is good.
  transfer_price_cents bigint not null, -- For show; what counts is the quote for the very name.
  renewal_price_cents bigint not null,
  set_by uuid references operators (id), -- Nobody set those that were here from the start.
  decision_id uuid references decisions (id),
  reason text,
  primary key (suffix, effective_from)
);
insert into tld_policies
  select suffix, '2026-01-01T00:00Z', true, lock_days, age_days, days_min, days_max, wait_days, 14,
    price, price
  from (values
    ('com', 60, 60, 1, 5, 14, 1180), ('net', 60, 60, 1, 5, 14, 1320), ('org', 60, 60, 1, 5, 14, 1240),
    ('info', 60, 60, 1, 5, 14, 2160), ('app', 60, 60, 1, 5, 14, 1620), ('dev', 60, 60, 1, 5, 14, 1420),
    ('shop', 60, 60, 1, 5, 14, 3260), ('xyz', 60, 60, 1, 5, 14, 1290), ('online', 60, 60, 1, 5, 14, 2890),
    ('store', 60, 60, 1, 5, 14, 4320), ('tech', 60, 60, 1, 5, 14, 4690), ('site', 60, 60, 1, 5, 14, 2890),
    ('cloud', 60, 60, 1, 5, 14, 2190), ('club', 60, 60, 1, 5, 14, 1690), ('io', 60, 60, 1, 5, 30, 4450),
    ('ai', 60, 60, 1, 5, 30, 9240), ('co', 60, 60, 1, 5, 30, 2790), ('me', 60, 60, 1, 5, 30, 1790),
    ('tv', 60, 60, 1, 5, 30, 3190), ('cc', 60, 60, 1, 5, 30, 1290), ('de', 0, 0, 0, 1, 30, 890)
  ) as policy (suffix, lock_days, age_days, days_min, days_max, wait_days, price);
grant select, insert on tld_policies to pier_api;
grant select on tld_policies to pier_worker, pier_verifier;

-- What a name is thought to be worth, by whom. Never taken from what its owner asks for it.
create table valuations (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  amount_cents bigint not null check (amount_cents > 0),
  source text not null check (length(source) > 2),
  decision_id uuid references decisions (id), -- Where two of us decided it.
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index valuations_of_name on valuations (name, created_at desc);
create trigger never_changed before update or delete on valuations
  for each row execute function refuse_change();
create trigger never_emptied before truncate on valuations
  for each statement execute function refuse_change();
grant select, insert on valuations to pier_api, pier_worker;
grant select on valuations to pier_verifier;
