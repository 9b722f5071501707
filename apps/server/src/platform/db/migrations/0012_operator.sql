-- Our staff: a population of their own, with logins of their own. The key of the address is made as
-- for users, so that an operator who is a party of a loan is known to be one.
create table operators (
  id uuid primary key default gen_random_uuid(),
  name text not null check (length(name) between 1 and 100),
  email text not null check (length(email) <= 254),
  email_key bytea not null unique,
  roles text[] not null check (cardinality(roles) > 0 and roles <@ array[
    'support', 'case_officer', 'approver', 'finance', 'compliance', 'admin']),
  data_key text not null,
  invite_hash bytea unique,
  invite_until timestamptz,
  password_hash text,
  pepper_id text,
  sealed_secret text, -- Of the code app. Nobody works here without one.
  last_step bigint not null default 0,
  joined_at timestamptz,
  created_at timestamptz not null,
  ended_at timestamptz,
  check ((invite_hash is null) = (invite_until is null)),
  check (joined_at is null
    or (password_hash is not null and pepper_id is not null and sealed_secret is not null))
);
grant select, insert, update on operators to pier_api;
grant select on operators to pier_worker, pier_verifier;

-- The cookie is the session: random, kept as a hash, read on every call.
create table operator_sessions (
  id uuid primary key default gen_random_uuid(),
  operator_id uuid not null references operators (id),
  token_hash bytea not null unique,
  label text not null,
  network text not null,
  created_at timestamptz not null,
  used_at timestamptz not null,
  ended_at timestamptz
);
create index operator_sessions_open on operator_sessions (operator_id, created_at)
  where ended_at is null;
grant select, insert, update (used_at, ended_at) on operator_sessions to pier_api;
grant select on operator_sessions to pier_verifier;

-- What operators did and looked at, with the reason. One chain: each line carries the hash of the
-- line before it, so that none can be changed or left out unseen.
create table audit_log (
  seq bigint primary key,
  at timestamptz not null,
  operator_id uuid references operators (id),
  session_id uuid,
  action text not null,
  subject text,
  user_ids uuid[] not null default '{}',
  reason text not null check (length(reason) between 1 and 4000),
  data jsonb not null default '{}',
  network text,
  prev_hash bytea not null check (length(prev_hash) = 32),
  hash bytea not null check (length(hash) = 32)
);
create index audit_log_of_operator on audit_log (operator_id, seq desc);
create index audit_log_of_subject on audit_log (subject, seq desc) where subject is not null;
create index audit_log_of_users on audit_log using gin (user_ids);
create trigger never_changed before update or delete on audit_log
  for each row execute function refuse_change();
create trigger never_emptied before truncate on audit_log
  for each statement execute function refuse_change();
grant select, insert on audit_log to pier_api, pier_worker;
grant select on audit_log to pier_verifier;

create table audit_head (
  is_only boolean primary key default true check (is_only),
  seq bigint not null,
  hash bytea not null
);
insert into audit_head (seq, hash) values (0, decode(repeat('00', 32), 'hex'));
grant select, update (seq, hash) on audit_head to pier_api, pier_worker;
grant select on audit_head to pier_verifier;

-- Every hour the end of the log is signed: who wrote it anew from some line on could not sign it.
create table audit_seals (
  seq bigint primary key,
  hash bytea not null check (length(hash) = 32),
  sealed_at timestamptz not null,
  key_id text not null,
  signature bytea not null
);
create trigger never_changed before update or delete on audit_seals
  for each row execute function refuse_change();
create trigger never_emptied before truncate on audit_seals
  for each statement execute function refuse_change();
grant select, insert on audit_seals to pier_worker;
grant select on audit_seals to pier_verifier;

-- Documents that an operator relies on: orders of courts, reports, proofs of identity.
create table documents (
  id uuid primary key default gen_random_uuid(),
  name text not null check (length(name) between 1 and 200),
  type text not null check (type in ('application/pdf', 'image/png', 'image/jpeg')),
  size integer not null check (size > 0),
  sha256 bytea not null check (length(sha256) = 32),
  data_key text not null,
  sealed bytea not null,
  added_by uuid not null references operators (id),
  created_at timestamptz not null
);
grant select, insert on documents to pier_api;
grant select (id, name, type, size, sha256, added_by, created_at) on documents to pier_verifier;

-- What needs two keys. One operator proposes, another confirms, and neither may hold both.
create table decisions (
  id uuid primary key default gen_random_uuid(),
  number bigint generated always as identity unique,
  kind text not null check (kind in (
    'rule', 'seize', 'seizeForPlatform', 'liftHold', 'adjust', 'configure')),
  subject_id uuid not null, -- The loan, the hold, the user, or the decision itself.
  escrow_id uuid references escrows (id),
  dispute_id uuid references escrow_disputes (id),
  appeal_of uuid references decisions (id),
  document_id uuid references documents (id),
  terms jsonb not null,
  reasons text not null check (length(reasons) between 20 and 4000),
  exhibits integer[] not null default '{}',
  -- Announced: a ruling that both keys stand behind and that can still be appealed.
  state text not null check (state in (
    'proposed', 'declined', 'withdrawn', 'announced', 'appealed', 'overtaken', 'done')),
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
grant select, insert, update (state, decided_by, decided_at, decided_note, takes_effect_at,
  accepted_by, appealed_by, appealed_at, appeal, done_at) on decisions to pier_api, pier_worker;
grant select on decisions to pier_verifier;

-- A case: what each side says, what operators ask, and who works on it.
alter table escrow_disputes add column number bigint generated always as identity;

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

-- Who works on what. A line of a queue is named by the queue and what it is about.
create table assignments (
  queue text not null,
  subject_id text not null,
  operator_id uuid not null references operators (id),
  at timestamptz not null,
  primary key (queue, subject_id)
);
grant select, insert, update, delete on assignments to pier_api;

-- Holds say who placed them, on what ground, and when somebody looks again.
alter table domain_holds
  add column placed_by uuid references operators (id),
  add column document_id uuid references documents (id),
  add column is_secret boolean not null default false, -- The order forbids to tell the parties.
  add column review_at timestamptz,
  add column lifted_by uuid[] not null default '{}';
grant update (lifted_by) on domain_holds to pier_api;

-- Clocks are stopped for a loan, an ending or everybody by an operator, too.
alter table clock_stops
  add column stopped_by uuid references operators (id),
  add column started_by uuid references operators (id);
grant insert, update (ended_at, started_by) on clock_stops to pier_api;

-- What operators set, version by version. The last one counts.
create table settings (
  name text not null,
  version integer not null check (version > 0),
  value jsonb not null,
  reason text not null,
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

alter table tld_policies
  add column set_by uuid references operators (id),
  add column reason text;
grant insert on tld_policies to pier_api;

-- Queues of operators. What waits is found by an index that holds nothing else.
create index escrows_to_seize on escrows (objection_until) where phase = 'SEIZURE_READY';
create index escrows_gone_quiet on escrows (grace_until) where phase = 'ACTIVE' and ended_at is null;
create index escrows_large on escrows (created_at)
  where ended_at is null and amount_cents >= 1000000;
create index escrow_disputes_waiting on escrow_disputes (opened_at) where closed_at is null;
create index transfers_leaving on transfers (code_at) where ended_at is null and direction = 'out';
create index renewals_owed on renewals (user_id) where is_emergency and state = 'done';
create index top_ups_gone on top_ups (user_id) where disputed_cents > 0 or refunded_cents > 0;
create index listings_confusable on listings (created_at)
  where looks_like is not null and ended_at is null;
create index clock_stops_open on clock_stops (began_at) where ended_at is null;
create index mails_refused on mails (settled_at) where status = 'refused';
create index users_restricted on users (restricted_until) where restricted_until is not null;
create index users_leaving on users (deletion_at) where deletion_at is not null;

-- Lines that nothing else takes off a queue: somebody has looked, and says why that is enough.
create table dismissals (
  queue text not null,
  subject_id text not null,
  operator_id uuid not null references operators (id),
  at timestamptz not null,
  primary key (queue, subject_id)
);
grant select, insert on dismissals to pier_api;
grant select on dismissals to pier_verifier;

-- What outsiders report about a domain, without a login.
create table reports (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind in ('theft', 'abuse')),
  domain text not null check (length(domain) between 3 and 253),
  contact text not null check (length(contact) between 3 and 254),
  statement text not null check (length(statement) between 20 and 4000),
  created_at timestamptz not null,
  closed_at timestamptz,
  closed_by uuid references operators (id),
  check ((closed_at is null) = (closed_by is null))
);
create index reports_open on reports (created_at) where closed_at is null;
create index reports_of_domain on reports (domain, created_at);
grant select, insert, update (closed_at, closed_by) on reports to pier_api;
grant select (id, kind, domain, created_at, closed_at, closed_by) on reports to pier_verifier;

-- Whether two people are paid at the same place, told by a keyed hash of it when it is saved.
alter table payees
  add column details_key bytea,
  add column shared_with uuid references users (id);
create index payees_by_details on payees (details_key) where details_key is not null;
create index payees_shared on payees (created_at) where shared_with is not null;
grant update (details_key) on payees to pier_api, pier_worker;

-- Frozen by an operator, until an operator lets it go.
alter table users add column frozen_at timestamptz;
create index users_frozen on users (frozen_at) where frozen_at is not null;

-- What an operator looked at is off the list, and stays on record.
alter table dead_jobs
  add column resolved_by uuid references operators (id),
  add column resolution text check (resolution in ('retried', 'resolved'));
grant update (resolved_at, resolved_by, resolution) on dead_jobs to pier_api;

alter table registrar_commands add column resolved_at timestamptz;
create index registrar_commands_to_look_at on registrar_commands (created_at)
  where state = 'stuck' and resolved_at is null;
drop index registrar_commands_stuck;
grant update (state, settled_at, resolved_at) on registrar_commands to pier_api;

alter table registrar_events
  add column id uuid not null unique default gen_random_uuid(),
  add column resolved_at timestamptz;
create index registrar_events_to_look_at on registrar_events (received_at)
  where problem is not null and resolved_at is null;
drop index registrar_events_problems;
grant update (resolved_at) on registrar_events to pier_api;

alter table transfers add column looked_at timestamptz; -- By an operator, who let it go on.
grant update (resolved_at) on custody_alarms to pier_api;
grant insert on valuations to pier_api;

-- A new address for a user who lost the old one. It waits, and whoever reads the old mailbox can stop it.
create table email_changes (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users (id),
  email text check (length(email) <= 254),
  email_key bytea,
  asked_by uuid not null references operators (id),
  created_at timestamptz not null,
  takes_effect_at timestamptz not null,
  ended_at timestamptz,
  is_done boolean not null default false,
  check (not is_done or ended_at is not null),
  check (ended_at is not null or (email is not null and email_key is not null))
);
create unique index email_changes_open on email_changes (user_id) where ended_at is null;
create index email_changes_of_user on email_changes (user_id) where is_done;
grant select, insert, update (email, email_key, ended_at, is_done) on email_changes
  to pier_api, pier_worker;
grant select (id, user_id, asked_by, created_at, takes_effect_at, ended_at, is_done)
  on email_changes to pier_verifier;
alter table sessions drop constraint sessions_ended_because_check;
alter table sessions add constraint sessions_ended_because_check check (ended_because in (
  'logout', 'ended_by_user', 'too_many', 'password_changed', 'password_reset', 'mfa_changed',
  'frozen', 'cookie_mismatch', 'deleted', 'email_changed'));

-- Operators look people up by parts of their name.
create index users_by_name on users using gin (name gin_trgm_ops) where deleted_at is null;

-- Money and configuration.

-- What was wrong with an event stays written; an operator says what came of it.
alter table payment_events
  add column resolved_at timestamptz,
  add column resolved_by uuid references operators (id),
  add column resolution text,
  add check ((resolved_at is null) = (resolved_by is null));
grant update (handled_at, problem, resolved_at, resolved_by, resolution) on payment_events to pier_api;

alter table withdrawals
  add column approved_by uuid references operators (id),
  add column payout_reference text check (length(payout_reference) between 1 and 200);
grant update (approved_by, payout_reference) on withdrawals to pier_api;

-- Where somebody lives, as they wrote it: the rules of countries ask for it. The rest of the address
-- stays sealed.
alter table users add column country text check (length(country) <= 200);

-- As before, and a payout that an operator made by hand: what we owed is paid, and nobody's balance
-- grows by it.
create or replace function post_own_entry(
  p_reference text, p_kind text, p_user_id uuid, p_transaction_id uuid,
  p_accounts ledger_account[], p_amounts bigint[]
) returns boolean language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not (p_kind in ('hold', 'release') and p_accounts <@ '{available,held}'::ledger_account[]
    or p_kind in ('withdrawal', 'withdrawal_returned')
      and p_accounts <@ '{available,refund_payable}'::ledger_account[]
    or p_kind = 'payout' and p_accounts <@ '{refund_payable,crypto_clearing}'::ledger_account[]) then
    raise exception 'an entry of kind % is not for this process', p_kind
      using errcode = 'insufficient_privilege';
  end if;
  return post_entry(p_reference, p_kind, p_user_id, p_transaction_id, p_accounts, p_amounts);
end $$;

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

-- What two people decided names the decision.
alter table settings add column decision_id uuid references decisions (id);
alter table tld_policies add column decision_id uuid references decisions (id);

-- For the public counts: when each loan was said to be paid, and when that was admitted.
create index escrow_events_of_funding on escrow_events (escrow_id, at)
  where to_phase in ('FUNDING_CLAIMED', 'ACTIVE') and version is not null;
create index escrows_funded on escrows (value_date) where value_date is not null;
create index decisions_done on decisions (done_at) where state = 'done';
