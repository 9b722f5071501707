-- A loan and its domain, from the accepted offer to the end.
create table escrows (
  id uuid primary key default gen_random_uuid(),
  number bigint generated always as identity unique,
  code text not null unique, -- What people say: LN-7F3K
  domain_id uuid not null references domains (id),
  listing_id uuid not null references listings (id),
  offer_id uuid not null unique references offers (id),
  borrower_id uuid not null references users (id),
  lender_id uuid not null references users (id),
  status text not null check (status in ('PENDING_SIGNATURE', 'NEW', 'DOMAIN_IN_CUSTODY', 'LOAN_POSTED',
    'ESCALATED', 'FINALIZED_LENDER_SEIZURE', 'FINALIZED_PLATFORM_SEZIURE',
    'FINALIZED_RETURN_TO_BORROWER', 'CANCELLED')),
  amount_cents bigint not null check (amount_cents > 0),
  term_days integer not null check (term_days > 0),
  rate_bps integer not null check (rate_bps >= 0),
  contract smallint not null check (contract in (0, 1)),
  deadline_at timestamptz,
  created_at timestamptz not null,
  ended_at timestamptz,
  end_reason text,
  version integer not null default 0, -- Of its state: one more with every step.
  phase text not null default 'SIGNATURES',
  borrower_signed_at timestamptz,
  lender_signed_at timestamptz,
  custody_at timestamptz,
  pay_by timestamptz,
  claimed_at timestamptz, -- Since when a claim waits to be answered.
  value_date date, -- When the borrower had the money: admitted or ruled.
  due_at timestamptz,
  grace_until timestamptz,
  noticed_at timestamptz,
  objection_until timestamptz,
  stayed_at timestamptz, -- When time was given to sell the domain instead.
  clock_checked_at timestamptz, -- Stopped time before this has been added to the dates.
  reminded_at timestamptz, -- Reminders that were due before this have been sent.
  -- Time in which a clock stood still: what has come together and moved nothing yet, and the days that
  -- were added to a loan, which bear no interest: [["2026-10-30", "2026-11-01"]] are those after the
  -- first date, up to and with the second.
  stopped_ms bigint not null default 0 check (stopped_ms >= 0),
  interest_free jsonb not null default '[]' check (jsonb_typeof(interest_free) = 'array'),
  tendered_on date, -- The day on which the borrower tried to pay and could not, while that lasts.
  lapsed_by text check (lapsed_by in ('BORROWER', 'LENDER', 'BOTH')),
  runway_short_days integer, -- How much earlier the registration ends than the runway asks.
  runway_transaction_id uuid references transactions (id),
  refinances_id uuid references escrows (id),
  is_linked boolean not null default false, -- Waits to take the place of `refinances_id`.
  rest_confirmed_at timestamptz,
  payoff_cents bigint, -- What a refinancing lender pays out, fixed.
  event_count integer not null default 0, -- Lines in its chain, and the hash of the last.
  head_hash bytea,
  check (borrower_id <> lender_id),
  check ((ended_at is not null) = (status in ('FINALIZED_LENDER_SEIZURE',
    'FINALIZED_PLATFORM_SEZIURE', 'FINALIZED_RETURN_TO_BORROWER', 'CANCELLED'))),
  constraint escrows_phase_of_status check (
    case status
      when 'PENDING_SIGNATURE' then phase = 'SIGNATURES'
      when 'NEW' then phase in ('CODE_NEEDED', 'TRANSFER_PENDING', 'TRANSFER_FAILED')
      when 'DOMAIN_IN_CUSTODY' then phase in ('AWAITING_PAYMENT', 'PAYMENT_WINDOW')
      when 'LOAN_POSTED' then phase in ('FUNDING_CLAIMED', 'ACTIVE', 'REPAYMENT_CLAIMED',
        'DEFAULT_NOTICED', 'SEIZURE_READY')
      when 'ESCALATED' then phase = 'DISPUTED'
      else phase = 'ENDED'
    end),
  -- No due date, and so no default, before the money was admitted or ruled to have come.
  constraint escrows_due_when_funded check (
    (value_date is null) = (due_at is null)
    and (due_at is null) = (grace_until is null)
    and (due_at is null or phase not in ('SIGNATURES', 'CODE_NEEDED', 'TRANSFER_PENDING',
      'TRANSFER_FAILED', 'AWAITING_PAYMENT', 'PAYMENT_WINDOW', 'FUNDING_CLAIMED'))
    and (due_at is not null or phase not in ('ACTIVE', 'REPAYMENT_CLAIMED', 'DEFAULT_NOTICED',
      'SEIZURE_READY')))
);
comment on column escrows.runway_transaction_id is 'Written no longer: see renewal_reserves.';
alter table escrows add constraint escrows_both_signed check (
  status in ('PENDING_SIGNATURE', 'CANCELLED')
  or (borrower_signed_at is not null and lender_signed_at is not null)) not valid;
create index escrows_of_borrower on escrows (borrower_id, number desc);
create index escrows_of_lender on escrows (lender_id, number desc);
-- The last guard: a domain stands for one loan at a time. One that waits to refinance it comes second.
create unique index escrows_one_open on escrows (domain_id) where ended_at is null and not is_linked;
create unique index escrows_one_refinance on escrows (refinances_id) where ended_at is null;
create index escrows_moving on escrows (status, deadline_at) where ended_at is null;
-- Queues of operators. What waits is found by an index that holds nothing else.
create index escrows_to_seize on escrows (objection_until) where phase = 'SEIZURE_READY';
create index escrows_gone_quiet on escrows (grace_until) where phase = 'ACTIVE' and ended_at is null;
create index escrows_large on escrows (created_at)
  where ended_at is null and amount_cents >= 1000000;
-- For the public counts.
create index escrows_funded on escrows (value_date) where value_date is not null;
grant select, insert, update (status, deadline_at, ended_at, version, phase, borrower_signed_at,
  lender_signed_at, custody_at, pay_by, claimed_at, value_date, due_at, grace_until, noticed_at,
  objection_until, stayed_at, clock_checked_at, reminded_at, end_reason, lapsed_by, runway_short_days,
  is_linked, rest_confirmed_at, payoff_cents, event_count, head_hash, runway_transaction_id, stopped_ms,
  interest_free, tendered_on) on escrows to pier_api, pier_worker;
grant select on escrows to pier_verifier;

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
-- For the public counts: when each loan was said to be paid, and when that was admitted.
create index escrow_events_of_funding on escrow_events (escrow_id, at)
  where to_phase in ('FUNDING_CLAIMED', 'ACTIVE') and version is not null;
create trigger escrow_events_are_kept before update or delete on escrow_events
  for each row execute function refuse_change();
create trigger escrow_events_are_not_emptied before truncate on escrow_events
  for each statement execute function refuse_change();
grant select, insert on escrow_events to pier_api, pier_worker;
grant select on escrow_events to pier_verifier;

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
  advance_cents bigint not null default 0 check (advance_cents >= 0), -- A payment goes there first.
  interest_cents bigint,
  principal_cents bigint,
  created_at timestamptz not null,
  decided_at timestamptz,
  check ((status = 'CLAIMED') = (decided_at is null)),
  constraint escrow_payments_split check (status <> 'CONFIRMED' or kind <> 'PARTIAL'
    or advance_cents + interest_cents + principal_cents = amount_cents)
);
create unique index escrow_payments_one_open on escrow_payments (escrow_id) where status = 'CLAIMED';
create index escrow_payments_of_escrow on escrow_payments (escrow_id, created_at);
grant select, insert, update (status, decided_at, advance_cents, interest_cents, principal_cents)
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

-- A case: what each side says, what operators ask, and who works on it.
create table escrow_disputes (
  id uuid primary key default gen_random_uuid(),
  number bigint generated always as identity,
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
create index escrow_disputes_waiting on escrow_disputes (opened_at) where closed_at is null;
grant select, insert, update (closed_at, outcome) on escrow_disputes to pier_api, pier_worker;
grant select on escrow_disputes to pier_verifier;

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
-- Each seal follows one other: of two made at once, one is refused and made again.
create unique index escrow_seals_one_chain on escrow_seals (prev_root) nulls not distinct;
create trigger escrow_seals_are_kept before update or delete on escrow_seals
  for each row execute function refuse_change();

create table escrow_seal_heads (
  seal_id bigint not null references escrow_seals (id),
  leaf integer not null,
  escrow_id uuid not null references escrows (id),
  seq integer not null,
  hash bytea not null,
  primary key (seal_id, leaf)
);
create index escrow_seal_heads_of_escrow on escrow_seal_heads (escrow_id, seal_id);
create trigger escrow_seal_heads_are_kept before update or delete on escrow_seal_heads
  for each row execute function refuse_change();

grant select, insert on escrow_seals, escrow_seal_heads to pier_worker;
grant select on escrow_seals, escrow_seal_heads to pier_api, pier_verifier;

-- When clocks stand still for everybody, for an ending, or for one loan.
create table clock_stops (
  id uuid primary key default gen_random_uuid(),
  escrow_id uuid references escrows (id),
  suffix text,
  reason text not null,
  -- A part was silent for over an hour: clocks stand still by themselves from when we noticed, and
  -- operators decide whether the time before counts too.
  part text check (part in ('api', 'worker', 'registrar')),
  noticed_at timestamptz,
  over_at timestamptz, -- It was heard of again.
  -- Clocks are stopped for a loan, an ending or everybody by an operator, too.
  stopped_by uuid references operators (id),
  started_by uuid references operators (id),
  began_at timestamptz not null,
  ended_at timestamptz,
  constraint clock_stops_noticed check ((part is null) = (noticed_at is null))
);
create index clock_stops_by_time on clock_stops (began_at);
create index clock_stops_of_escrow on clock_stops (escrow_id);
create index clock_stops_open on clock_stops (began_at) where ended_at is null;
create unique index clock_stops_of_part on clock_stops (part) where ended_at is null;
grant select, insert, update (began_at, ended_at, started_by, over_at) on clock_stops to pier_api;
grant select, insert, update (ended_at, over_at) on clock_stops to pier_worker;
grant select on clock_stops to pier_verifier;
