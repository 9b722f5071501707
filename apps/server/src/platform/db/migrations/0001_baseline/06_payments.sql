-- A line on the Transactions screen. What came of it stands in the ledger under its id.
create table transactions (
  id uuid primary key default gen_random_uuid(),
  number bigint generated always as identity (start with 80001) unique,
  user_id uuid not null references users (id),
  type text not null,
  method text not null,
  amount_cents bigint not null check (amount_cents <> 0),
  status text not null check (status in ('PENDING', 'DONE', 'FAILED', 'REVERSED')),
  note text,
  domain text,
  source text unique, -- What of a provider it came from, where we did not start it ourselves.
  created_at timestamptz not null
);
create index transactions_of_user on transactions (user_id, created_at desc, id);
grant select, insert, update (amount_cents, status, note) on transactions to pier_api, pier_worker;
grant select on transactions to pier_verifier;

-- How each line came to stand as it does.
create table transaction_events (
  id bigint generated always as identity primary key,
  transaction_id uuid not null references transactions (id),
  status text not null,
  note text,
  created_at timestamptz not null
);
create index transaction_events_of_transaction on transaction_events (transaction_id, id);
create trigger never_changed before update or delete on transaction_events
  for each row execute function refuse_change();
create trigger never_emptied before truncate on transaction_events
  for each statement execute function refuse_change();
grant select, insert on transaction_events to pier_api, pier_worker;
grant select on transaction_events to pier_verifier;

-- What somebody pays in, and how far the provider says it got.
create table top_ups (
  transaction_id uuid primary key references transactions (id),
  user_id uuid not null references users (id),
  provider text not null check (provider in ('card', 'crypto')),
  asked_cents bigint not null check (asked_cents > 0),
  request_key uuid,
  provider_ref text, -- The provider's id of the page: a Checkout Session, an invoice.
  uri text,
  charge_ref text, -- The card payment, once there is one.
  refunded_cents bigint not null default 0 check (refunded_cents between 0 and asked_cents),
  disputed_cents bigint not null default 0 check (disputed_cents between 0 and asked_cents),
  is_disputed boolean not null default false,
  review text, -- Why a person has to look at it.
  version integer not null default 1, -- Grows with every answer of the provider that was recorded.
  created_at timestamptz not null,
  unique (user_id, request_key),
  unique (provider, provider_ref),
  unique (provider, charge_ref)
);
create index top_ups_disputed on top_ups (user_id) where is_disputed;
create index top_ups_to_review on top_ups (created_at) where review is not null;
create index top_ups_of_user on top_ups (user_id, created_at);
create index top_ups_gone on top_ups (user_id) where disputed_cents > 0 or refunded_cents > 0;
-- What a provider answered is written by the worker, which asked. The API writes down what is to be
-- paid and where the page for it is, and nothing about what was paid there, refunded or disputed: a
-- top-up that names the charge of somebody else would be refunded from there.
grant select, insert (transaction_id, user_id, provider, asked_cents, request_key, created_at),
  update (provider_ref, uri) on top_ups to pier_api;
grant select, insert, update (provider_ref, uri, charge_ref, refunded_cents, disputed_cents, is_disputed,
  review, version) on top_ups to pier_worker;
grant select on top_ups to pier_verifier;

-- One invoice can be paid in several deposits, each with an id and a life of its own.
create table crypto_deposits (
  payment_id text primary key,
  transaction_id uuid not null references transactions (id),
  status text not null,
  credited_cents bigint not null default 0 check (credited_cents >= 0),
  first_seen_at timestamptz not null,
  read_at timestamptz not null
);
create index crypto_deposits_of_transaction on crypto_deposits (transaction_id);
create index crypto_deposits_read_at on crypto_deposits (read_at);
grant select, insert, update (status, credited_cents, read_at) on crypto_deposits to pier_worker;
grant select on crypto_deposits to pier_api, pier_verifier;

-- That a provider told us something, once each, and the ids of what it is about: what happened is read
-- from it anew. `problem` is for an operator.
create table payment_events (
  id bigint generated always as identity primary key,
  provider text not null,
  event_key text not null,
  type text not null,
  body jsonb,
  received_at timestamptz not null,
  handled_at timestamptz,
  problem text, -- It stays written; an operator says what came of it.
  resolved_at timestamptz,
  resolved_by uuid references operators (id),
  resolution text,
  unique (provider, event_key),
  check ((resolved_at is null) = (resolved_by is null))
);
create index payment_events_problems on payment_events (received_at) where problem is not null;
create index payment_events_with_body on payment_events (received_at) where body is not null;
create index payment_events_unhandled on payment_events (received_at) where handled_at is null;
grant select, insert, update (handled_at, problem, resolved_at, resolved_by, resolution)
  on payment_events to pier_api;
grant select, insert, update (body, handled_at, problem) on payment_events to pier_worker;

-- What somebody takes out again. It waits a day, and a large one for one of us.
create table withdrawals (
  transaction_id uuid primary key references transactions (id),
  user_id uuid not null references users (id),
  amount_cents bigint not null check (amount_cents > 0),
  sealed_address text,
  state text not null
    check (state in ('waiting', 'approval', 'paying', 'payout', 'paid', 'returned')),
  pays_at timestamptz not null,
  approved_by uuid references operators (id),
  payout_reference text check (length(payout_reference) between 1 and 200),
  -- Once somebody of us has read where a payout is to go, it may have been paid already.
  address_read_at timestamptz,
  created_at timestamptz not null
);
create unique index withdrawals_open on withdrawals (user_id)
  where state in ('waiting', 'approval', 'paying', 'payout');
create index withdrawals_paying on withdrawals (created_at) where state = 'paying';
create index withdrawals_for_operator on withdrawals (created_at)
  where state in ('approval', 'payout');
grant select, insert, update (state, sealed_address, approved_by, payout_reference, address_read_at)
  on withdrawals to pier_api;
grant select, insert, update (state, sealed_address) on withdrawals to pier_worker;
grant select on withdrawals to pier_verifier;

-- A withdrawal goes back to the payments it came from, piece by piece.
create table card_refunds (
  id uuid primary key default gen_random_uuid(),
  withdrawal_id uuid not null references withdrawals (transaction_id),
  top_up_id uuid not null references top_ups (transaction_id),
  amount_cents bigint not null check (amount_cents > 0),
  refund_ref text unique,
  -- Refused: the provider would not, and it is still owed. Bounced: it is on the balance again.
  status text not null check (status in ('asked', 'paid', 'refused', 'bounced')),
  unique (withdrawal_id, top_up_id)
);
create index card_refunds_asked on card_refunds (top_up_id) where status = 'asked';
grant select, insert, update (refund_ref, status) on card_refunds to pier_worker;
grant select on card_refunds to pier_api, pier_verifier;

-- Whether a provider and our ledger say the same, day by day.
create table reconciliations (
  id bigint generated always as identity primary key,
  provider text not null,
  from_time timestamptz not null,
  cutoff timestamptz not null,
  provider_cents bigint not null,
  ledger_cents bigint not null,
  difference_cents bigint not null,
  unexplained jsonb not null,
  created_at timestamptz not null
);
create index reconciliations_of_provider on reconciliations (provider, id desc);
create trigger never_changed before update or delete on reconciliations
  for each row execute function refuse_change();
create trigger never_emptied before truncate on reconciliations
  for each statement execute function refuse_change();
grant select, insert on reconciliations to pier_worker;
grant select on reconciliations to pier_api, pier_verifier;
