-- A loan that did not come about gives its listing back, which may then take another offer.
drop index offers_one_accepted;

alter table escrows
  add column version integer not null default 0, -- Of its state: one more with every step.
  add column phase text not null default 'SIGNATURES',
  add column borrower_signed_at timestamptz,
  add column lender_signed_at timestamptz,
  add column custody_at timestamptz,
  add column pay_by timestamptz,
  add column claimed_at timestamptz, -- Since when a claim waits to be answered.
  add column value_date date, -- When the borrower had the money: admitted or ruled.
  add column due_at timestamptz,
  add column grace_until timestamptz,
  add column noticed_at timestamptz,
  add column objection_until timestamptz,
  add column stayed_at timestamptz, -- When time was given to sell the domain instead.
  add column clock_checked_at timestamptz, -- Stopped time before this has been added to the dates.
  add column reminded_at timestamptz, -- Reminders that were due before this have been sent.
  add column end_reason text,
  add column lapsed_by text check (lapsed_by in ('BORROWER', 'LENDER', 'BOTH')),
  add column runway_short_days integer, -- How much earlier the registration ends than the runway asks.
  add column refinances_id uuid references escrows (id),
  add column is_linked boolean not null default false, -- Waits to take the place of `refinances_id`.
  add column rest_confirmed_at timestamptz,
  add column payoff_cents bigint, -- What a refinancing lender pays out, fixed.
  add column event_count integer not null default 0,
  add column head_hash bytea;

alter table escrows add constraint escrows_phase_of_status check (
  case status
    when 'PENDING_SIGNATURE' then phase = 'SIGNATURES'
    when 'NEW' then phase in ('CODE_NEEDED', 'TRANSFER_PENDING', 'TRANSFER_FAILED')
    when 'DOMAIN_IN_CUSTODY' then phase in ('AWAITING_PAYMENT', 'PAYMENT_WINDOW')
    when 'LOAN_POSTED' then phase in ('FUNDING_CLAIMED', 'ACTIVE', 'REPAYMENT_CLAIMED',
      'DEFAULT_NOTICED', 'SEIZURE_READY')
    when 'ESCALATED' then phase = 'DISPUTED'
    else phase = 'ENDED'
  end);
-- No due date, and so no default, before the money was admitted or ruled to have come.
alter table escrows add constraint escrows_due_when_funded check (
  (value_date is null) = (due_at is null)
  and (due_at is null) = (grace_until is null)
  and (due_at is null or phase not in ('SIGNATURES', 'CODE_NEEDED', 'TRANSFER_PENDING',
    'TRANSFER_FAILED', 'AWAITING_PAYMENT', 'PAYMENT_WINDOW', 'FUNDING_CLAIMED'))
  and (due_at is not null or phase not in ('ACTIVE', 'REPAYMENT_CLAIMED', 'DEFAULT_NOTICED',
    'SEIZURE_READY')));
alter table escrows add constraint escrows_both_signed check (
  status in ('PENDING_SIGNATURE', 'CANCELLED')
  or (borrower_signed_at is not null and lender_signed_at is not null)) not valid;
drop index escrows_one_open;
create unique index escrows_one_open on escrows (domain_id) where ended_at is null and not is_linked;
create unique index escrows_one_refinance on escrows (refinances_id) where ended_at is null;
create index escrows_moving on escrows (status, deadline_at) where ended_at is null;
grant update (version, phase, borrower_signed_at, lender_signed_at, custody_at, pay_by, claimed_at,
  value_date, due_at, grace_until, noticed_at, objection_until, stayed_at, clock_checked_at, reminded_at,
  end_reason, lapsed_by, runway_short_days, is_linked, rest_confirmed_at, payoff_cents,
  event_count, head_hash) on escrows to pier_api, pier_worker;

-- Everything that happened to a loan, each line bound to the one before it.
create table escrow_events (
  escrow_id uuid not null references escrows (id),
  seq integer not null check (seq > 0),
  version integer, -- Of the loan after a step. Empty where something is only noted.
  at timestamptz not null,
  action text not null,
  outcome text,
  actor text not null check (actor in ('BORROWER', 'LENDER', 'SYSTEM', 'OPERATOR', 'TWO_OPERATORS')),
  actor_id uuid,
  from_status text,
  from_phase text,
  to_status text not null,
  to_phase text not null,
  data jsonb not null,
  prev_hash bytea not null check (length(prev_hash) = 32),
  hash bytea not null check (length(hash) = 32),
  primary key (escrow_id, seq)
);
create unique index escrow_events_of_version on escrow_events (escrow_id, version)
  where version is not null;
create index escrow_events_by_time on escrow_events (at);
grant select, insert on escrow_events to pier_api, pier_worker;
grant select on escrow_events to pier_verifier;
create trigger escrow_events_are_kept before update or delete on escrow_events
  for each row execute function refuse_change();
create trigger escrow_events_are_not_emptied before truncate on escrow_events
  for each statement execute function refuse_change();

-- What one side says it has paid, and what the other side says to that.
create table escrow_payments (
  id uuid primary key default gen_random_uuid(),
  escrow_id uuid not null references escrows (id),
  kind text not null check (kind in ('FUNDING', 'PARTIAL', 'FULL')),
  claimed_by text not null check (claimed_by in ('BORROWER', 'LENDER')),
  amount_cents bigint check (amount_cents > 0),
  paid_on date not null,
  reference text check (length(reference) between 1 and 200),
  status text not null check (status in ('CLAIMED', 'CONFIRMED', 'DENIED', 'WITHDRAWN')),
  interest_cents bigint,
  principal_cents bigint,
  created_at timestamptz not null,
  decided_at timestamptz,
  check ((status = 'CLAIMED') = (decided_at is null)),
  check (status <> 'CONFIRMED' or kind <> 'PARTIAL' or interest_cents + principal_cents = amount_cents)
);
create unique index escrow_payments_one_open on escrow_payments (escrow_id) where status = 'CLAIMED';
create index escrow_payments_of_escrow on escrow_payments (escrow_id, created_at);
grant select, insert, update (status, decided_at, interest_cents, principal_cents)
  on escrow_payments to pier_api, pier_worker;
grant select on escrow_payments to pier_verifier;

-- What both sides have to agree on: a later due date, or how a dispute ends.
create table escrow_proposals (
  id uuid primary key default gen_random_uuid(),
  escrow_id uuid not null references escrows (id),
  kind text not null check (kind in ('EXTENSION', 'SETTLEMENT')),
  proposed_by text not null check (proposed_by in ('BORROWER', 'LENDER')),
  terms jsonb not null,
  status text not null check (status in ('OPEN', 'ACCEPTED', 'DECLINED', 'WITHDRAWN')),
  created_at timestamptz not null,
  decided_at timestamptz,
  check ((status = 'OPEN') = (decided_at is null))
);
create unique index escrow_proposals_one_open on escrow_proposals (escrow_id, proposed_by)
  where status = 'OPEN';
create index escrow_proposals_of_escrow on escrow_proposals (escrow_id, created_at);
grant select, insert, update (status, decided_at) on escrow_proposals to pier_api, pier_worker;
grant select on escrow_proposals to pier_verifier;

create table escrow_disputes (
  id uuid primary key default gen_random_uuid(),
  escrow_id uuid not null references escrows (id),
  opened_by text not null check (opened_by in ('BORROWER', 'LENDER', 'SYSTEM')),
  reason text not null,
  statement text check (length(statement) between 1 and 4000),
  from_phase text not null,
  opened_at timestamptz not null,
  closed_at timestamptz,
  outcome text,
  check ((closed_at is null) = (outcome is null))
);
create unique index escrow_disputes_one_open on escrow_disputes (escrow_id) where closed_at is null;
create index escrow_disputes_of_escrow on escrow_disputes (escrow_id, opened_at);
grant select, insert, update (closed_at, outcome) on escrow_disputes to pier_api, pier_worker;
grant select on escrow_disputes to pier_verifier;

-- Where people are paid. A version never changes; a new one waits before it counts.
create table payees (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users (id),
  rail smallint not null check (rail in (0, 1)), -- As in `contract`: bank transfer, cryptocurrency.
  version integer not null,
  sealed text not null,
  hint text not null, -- Its last characters, for the owner to know it by.
  created_at timestamptz not null,
  active_from timestamptz not null,
  unique (user_id, rail, version)
);
grant select, insert on payees to pier_api, pier_worker;
grant select (id, user_id, rail, version, created_at, active_from) on payees to pier_verifier;

-- Which details were shown to whom, and when.
create table payee_reveals (
  id uuid primary key default gen_random_uuid(),
  escrow_id uuid not null references escrows (id),
  payee_id uuid not null references payees (id),
  shown_to text not null check (shown_to in ('BORROWER', 'LENDER')),
  created_at timestamptz not null
);
create index payee_reveals_of_escrow on payee_reveals (escrow_id, created_at);
grant select, insert on payee_reveals to pier_api, pier_worker;
grant select on payee_reveals to pier_verifier;

-- Agreements, exhibits and letters. Each is sealed with a key of its own and never written again.
create table escrow_files (
  id uuid primary key default gen_random_uuid(),
  escrow_id uuid not null references escrows (id),
  kind text not null check (kind in ('agreement', 'signed', 'annex', 'receipt', 'exhibit', 'letter')),
  number integer, -- Of exhibits and annexes, from one.
  name text not null check (length(name) between 1 and 200),
  type text not null check (type in ('application/pdf', 'image/png', 'image/jpeg')),
  size integer not null check (size > 0),
  sha256 bytea not null check (length(sha256) = 32),
  data_key text not null,
  sealed bytea not null,
  added_by text not null check (added_by in ('BORROWER', 'LENDER', 'SYSTEM', 'OPERATOR')),
  created_at timestamptz not null
);
create unique index escrow_files_numbers on escrow_files (escrow_id, kind, number)
  where number is not null;
create index escrow_files_of_escrow on escrow_files (escrow_id, created_at);
grant select, insert on escrow_files to pier_api, pier_worker;
grant select (id, escrow_id, kind, number, name, type, size, sha256, added_by, created_at)
  on escrow_files to pier_verifier;

-- The agreement of a loan, printed once from frozen terms. An annex is a later one.
create table agreements (
  id uuid primary key default gen_random_uuid(),
  escrow_id uuid not null references escrows (id),
  annex integer not null default 0,
  template_version text not null,
  terms jsonb not null,
  base_file_id uuid not null references escrow_files (id),
  base_sha256 bytea not null,
  base_size integer not null,
  created_at timestamptz not null,
  signed_file_id uuid references escrow_files (id),
  seal_level text check (seal_level in ('B-B', 'B-T')),
  sealed_at timestamptz,
  unique (escrow_id, annex)
);
grant select, insert, update (signed_file_id, seal_level, sealed_at) on agreements
  to pier_api, pier_worker;
grant select on agreements to pier_verifier;

create table agreement_signatures (
  agreement_id uuid not null references agreements (id),
  role text not null check (role in ('BORROWER', 'LENDER')),
  user_id uuid not null references users (id),
  name text not null,
  consent_version text not null,
  document_sha256 bytea not null,
  address text not null, -- Of the network.
  agent text not null,
  auth jsonb not null,
  signed_at timestamptz not null,
  primary key (agreement_id, role)
);
grant select, insert on agreement_signatures to pier_api, pier_worker;
grant select on agreement_signatures to pier_verifier;

create table escrow_messages (
  id uuid primary key default gen_random_uuid(),
  number bigint generated always as identity,
  escrow_id uuid not null references escrows (id),
  user_id uuid not null references users (id),
  body text not null check (length(body) between 1 and 4000),
  file_id uuid references escrow_files (id),
  created_at timestamptz not null
);
create index escrow_messages_of_escrow on escrow_messages (escrow_id, number);
grant select, insert on escrow_messages to pier_api, pier_worker;
grant select (id, number, escrow_id, user_id, created_at) on escrow_messages to pier_verifier;

-- How far each side has read.
create table escrow_reads (
  escrow_id uuid not null references escrows (id),
  user_id uuid not null references users (id),
  number bigint not null,
  primary key (escrow_id, user_id)
);
grant select, insert, update on escrow_reads to pier_api, pier_worker;

-- Heads of the chains, bound together every hour and signed.
create table escrow_seals (
  id bigint generated always as identity primary key,
  sealed_at timestamptz not null,
  root bytea not null,
  prev_root bytea,
  heads integer not null,
  signature bytea not null,
  key_id text not null
);
create table escrow_seal_heads (
  seal_id bigint not null references escrow_seals (id),
  leaf integer not null,
  escrow_id uuid not null references escrows (id),
  seq integer not null,
  hash bytea not null,
  primary key (seal_id, leaf)
);
create index escrow_seal_heads_of_escrow on escrow_seal_heads (escrow_id, seal_id);
grant select, insert on escrow_seals, escrow_seal_heads to pier_worker;
grant select on escrow_seals, escrow_seal_heads to pier_api, pier_verifier;

-- When clocks stand still for everybody, for an ending, or for one loan.
create table clock_stops (
  id uuid primary key default gen_random_uuid(),
  escrow_id uuid references escrows (id),
  suffix text,
  reason text not null,
  began_at timestamptz not null,
  ended_at timestamptz
);
create index clock_stops_by_time on clock_stops (began_at);
create index clock_stops_of_escrow on clock_stops (escrow_id);
grant select on clock_stops to pier_api, pier_worker, pier_verifier;
grant insert, update (ended_at) on clock_stops to pier_worker;

-- What a mail is about, so that one that is refused can be followed up.
alter table mails add column about_id uuid;

-- The lender of a loan that was not repaid gets the domain itself.
grant update (user_id) on domains to pier_api, pier_worker;

-- A change that waits can be stopped, by its owner or by freezing the account. What is left of a hint
-- goes with its user; the details themselves go with the key.
alter table payees add column stopped_at timestamptz;
grant update (stopped_at, hint) on payees to pier_api, pier_worker;
grant select (stopped_at) on payees to pier_verifier;

-- When somebody was last told of a message, in the app and by mail: a lively chat is no flood of either.
alter table escrow_reads add column told_at timestamptz, add column mailed_at timestamptz;

-- What was written and sealed stays, for whoever owns the database too.
create trigger escrow_messages_are_kept before update or delete on escrow_messages
  for each row execute function refuse_change();
create trigger escrow_messages_are_not_emptied before truncate on escrow_messages
  for each statement execute function refuse_change();
create trigger escrow_seals_are_kept before update or delete on escrow_seals
  for each row execute function refuse_change();
create trigger escrow_seal_heads_are_kept before update or delete on escrow_seal_heads
  for each row execute function refuse_change();
-- Each seal follows one other: of two made at once, one is refused and made again.
create unique index escrow_seals_one_chain on escrow_seals (prev_root) nulls not distinct;

-- What is set aside from the borrower's balance where the registration ends too early for the loan.
alter table escrows add column runway_transaction_id uuid references transactions (id);
grant update (runway_transaction_id) on escrows to pier_api, pier_worker;
