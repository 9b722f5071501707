/** The laws of a loan, each a query on the tables that must find nothing. */
import { createHash } from 'node:crypto'
import { restatedRows } from '@pier/protocol/test/loan-restated'
import type { House } from '../custody/custody-house.ts'

const open = `('DOMAIN_IN_CUSTODY', 'LOAN_POSTED', 'ESCALATED')`

/** By the label that a failure prints. Each checks the loans in `$1`. */
const questions: Record<string, string> = {
  // A loan and its linked refinancing count as one, with one debt.
  L1: `select domain_id from escrows where ended_at is null
      and domain_id in (select domain_id from escrows where id = any($1))
    group by domain_id having count(*) filter (where not is_linked) > 1
      or count(*) filter (where is_linked) > 1 or count(due_at) > 1
    union all select s.id from escrows as s join escrows as f on f.id = s.refinances_id
    where s.id = any($1) and s.is_linked and (s.due_at is not null or f.lender_id = s.lender_id
      or (f.domain_id, f.borrower_id) <> (s.domain_id, s.borrower_id)
      or (s.ended_at is null and f.ended_at is not null))
    union all select f.id from escrows as f where f.id = any($1) and f.end_reason = 'refinanced'
      and not exists (select from escrows as s join escrow_events as v on v.escrow_id = s.id
        where s.refinances_id = f.id and not s.is_linked and v.action = 'takeOver'
        and v.at = f.ended_at)
    union all select s.id from escrows as s join escrows as f on f.id = s.refinances_id
    where s.id = any($1) and not s.is_linked and f.end_reason is distinct from 'refinanced'`,
  L2: `select d.id, d.status from domains as d
    where d.id in (select domain_id from escrows where id = any($1))
    and (d.status = 'IN_ESCROW') <> ((select count(*) from escrows as e where e.domain_id = d.id
      and not e.is_linked and e.status in ${open}) = 1)
    and not exists (select from escrows as e where e.domain_id = d.id
      and e.status = 'FINALIZED_PLATFORM_SEZIURE')`,
  L3: `select id from escrows as e where id = any($1) and (due_at is not null) <> exists (
    select from escrow_events where escrow_id = e.id and (action in ('confirmReceipt', 'takeOver')
      or (action = 'markPaid' and actor = 'BORROWER') or outcome = 'FUNDED'))`,
  L4: `select e.escrow_id, e.seq from escrow_events as e where escrow_id = any($1)
    and to_status = 'CANCELLED' and from_status is distinct from 'CANCELLED'
    and (from_phase = 'FUNDING_CLAIMED' or (from_status = 'ESCALATED' and outcome <> 'NOT_FUNDED'))
    union all select s.id, v.seq from escrows as s join escrow_events as v on v.escrow_id = s.id
    where s.id = any($1) and s.is_linked and v.to_status = 'CANCELLED' and v.version = s.version
      and v.actor in ('BORROWER', 'SYSTEM') and exists (select from escrow_payments
        where escrow_id = s.id and kind = 'FUNDING' and decided_at = s.ended_at)
      and not exists (select from escrows where id = s.refinances_id
        and status = 'FINALIZED_PLATFORM_SEZIURE')`,
  L5: `select escrow_id, seq from escrow_events where escrow_id = any($1)
    and to_status = 'FINALIZED_LENDER_SEIZURE' and from_status is distinct from to_status
    and (from_phase = 'REPAYMENT_CLAIMED' or (from_status = 'ESCALATED' and outcome <> 'DEFAULT'))`,
  L6: `select v.escrow_id, v.seq from escrow_events as v join escrows as e on e.id = v.escrow_id
    where v.escrow_id = any($1) and v.version is not null and v.actor = 'TWO_OPERATORS'
    and (jsonb_array_length(v.data -> 'operators') is distinct from 2
      or v.data -> 'operators' -> 0 = v.data -> 'operators' -> 1
      or v.data -> 'operators' ?| array[e.borrower_id::text, e.lender_id::text])`,
  L8: `select e.id from escrows as e where id = any($1) and (
    (select count(*) from escrow_events where escrow_id = e.id and version is not null) <> version + 1
    or (select max(version) from escrow_events where escrow_id = e.id) <> version
    or (select to_status || to_phase from escrow_events where escrow_id = e.id
      order by seq desc limit 1) <> status || phase
    or event_count <> (select max(seq) from escrow_events where escrow_id = e.id)
    or event_count <> (select count(*) from escrow_events where escrow_id = e.id))`,
  L9: `select e.id from escrows as e join domains as d on d.id = e.domain_id where e.id = any($1)
    and e.status = 'FINALIZED_RETURN_TO_BORROWER' and e.end_reason <> 'refinanced'
    and d.transfer_out_available_at < e.ended_at + interval '72 hours'`,
  L10: `select e.id from escrows as e join domains as d on d.id = e.domain_id where e.id = any($1)
    and d.user_id <> coalesce((select lender_id from escrows where domain_id = d.id
      and status = 'FINALIZED_LENDER_SEIZURE'), e.borrower_id)`,
  // Except for the listing by which the borrower of this loan seeks refinancing.
  L11: `select e.id from escrows as e where e.id = any($1) and e.ended_at is null and (
    exists (select from listings as l where l.domain_id = e.domain_id and l.is_active
      and not exists (select from escrows as own join escrow_events as v on v.escrow_id = own.id
        where own.domain_id = l.domain_id and own.ended_at is null and not own.is_linked
        and v.action = 'seekRefinance' and v.at = l.created_at))
    or exists (select from transfers where domain_id = e.domain_id and direction = 'out'
      and state not in ('cancelled', 'failed', 'done')))`,
  L17: `select e.id from escrows as e join renewal_reserves as r on r.escrow_id = e.id
    left join transactions as t on t.id = r.transaction_id where e.id = any($1)
    and (r.ended_at is null and e.ended_at is not null or r.user_id <> e.borrower_id
      or t.user_id <> e.borrower_id or (t.status = 'PENDING') <> (r.ended_at is null)
      or (t.status = 'PENDING') <> exists (select from ledger_holds as h
        where h.reference = 'fee:' || t.id and h.ended_at is null))`,
  L24: `select domain_id from offers where status = 'PENDING' and (lender_id = borrower_id
      or domain_id in (select domain_id from escrows where id = any($1)))
    group by domain_id, lender_id having count(*) > 1`,
  L25: `select o.id from offers as o where o.domain_id in (select domain_id from escrows
      where id = any($1)) and (o.status = 'ACCEPTED') <> ((select count(*) from escrows
      where offer_id = o.id) = 1)`,
  L26: `select e.id from escrows as e join offers as o on o.id = e.offer_id where e.id = any($1)
    and (e.amount_cents, e.term_days, e.rate_bps, e.contract, e.borrower_id, e.lender_id)
      <> (o.amount_cents, o.term_days, o.rate_bps, o.contract, o.borrower_id, o.lender_id)
    union all select e.id from escrows as e join agreements as a on a.escrow_id = e.id
    where e.id = any($1) and a.annex = 0 and not a.terms @> jsonb_build_object('code', e.code,
      'amountCents', e.amount_cents, 'termDays', e.term_days, 'rateBps', e.rate_bps)`,
  L27: `select escrow_id from escrow_events where escrow_id = any($1) and action = 'sign'
    and version is not null group by escrow_id, actor having count(*) > 1
    union all select v.escrow_id from escrow_events as v join escrows as e on e.id = v.escrow_id
    where v.escrow_id = any($1) and v.action = 'begin' and (select count(distinct actor) from
      escrow_events where escrow_id = e.id and action = 'sign' and seq < v.seq) <> 2
    union all select e.id from agreement_signatures as s join agreements as a on a.id = s.agreement_id
    join escrows as e on e.id = a.escrow_id where e.id = any($1)
    and (s.document_sha256 <> a.base_sha256
      or s.user_id <> case s.role when 'LENDER' then e.lender_id else e.borrower_id end
      or not exists (select from escrow_events where escrow_id = e.id and action = 'sign'
        and actor = s.role and actor_id = s.user_id
        and data ->> 'documentHash' = encode(s.document_sha256, 'hex')))`,
  // Two steps at the same moment may cause the same text.
  L32: `select user_id, body from notifications as n where link in
      (select '/app/escrow/' || id from unnest($1::uuid[]) as id)
    group by user_id, body, link, created_at having count(*) > greatest(1, (
      select count(*) from escrow_events where version is not null and at = n.created_at
        and escrow_id = any($1) and '/app/escrow/' || escrow_id = n.link))`,
  L38: `select e.id from escrows as e where e.id = any($1) and (e.status = 'ESCALATED')
    <> exists (select from escrow_disputes where escrow_id = e.id and closed_at is null)`,
  L51: `select e.id, e.phase, t.fire_at from escrows as e left join timers as t on t.subject_id = e.id
    and t.job = 'escrow.tick' where e.id = any($1) and (e.ended_at is null) <> (t.fire_at is not null)
    and e.phase not in ('DISPUTED', 'SEIZURE_READY')
    and not exists (select from pgboss.job where name = 'escrow.tick' and state < 'completed'
      and data ->> 'subjectId' = e.id::text)`,
}

const ledger: Record<string, string> = {
  L13: `select entry_id from ledger_postings group by entry_id having sum(amount_cents) <> 0`,
  L17: `select b.user_id from ledger_balances as b where held_cents <> coalesce((select
    sum(amount_cents) from ledger_holds where user_id = b.user_id and ended_at is null), 0)`,
  L12: `select user_id from ledger_balances where available_cents < 0 or held_cents < 0`,
  L16: `select reference from ledger_entries group by reference having count(*) > 1`,
}

/** Laws of loans and their chains after each step, laws of the ledger after each scene. */
export const lawCounts = {
  step: Object.keys(questions).length + 1,
  scene: Object.keys(ledger).length,
}

/** The violations as text; empty if there are none. */
export async function breaches(house: House, escrowIds: string[]): Promise<string[]> {
  const rows = await house.rows<Found>(oneQuestion(questions), [escrowIds])
  return [...rows.map(sayFound), ...(await chainBreaches(house, escrowIds))]
}

export async function ledgerBreaches(house: House): Promise<string[]> {
  return (await house.rows<Found>(oneQuestion(ledger))).map(sayFound)
}

type Found = { law: string; what: string }

const sayFound = ({ law, what }: Found) => `${law}: ${what}`

const oneQuestion = (asked: Record<string, string>): string =>
  Object.entries(asked)
    .map(
      ([law, question]) =>
        `select '${law}' as law, to_jsonb(${law})::text as what from (${question}) as ${law}`,
    )
    .join(' union all ')

type Event = {
  escrow_id: string
  seq: number
  version: number | null
  at: Date
  action: string
  outcome: string | null
  actor: string
  actor_id: string | null
  from_status: string | null
  from_phase: string | null
  to_status: string
  to_phase: string
  data: { row?: number }
  prev_hash: Buffer
  hash: Buffer
}

/** L8, L38 and L56: every event is one of the rows, follows the one before, and has its hash. */
async function chainBreaches(house: House, escrowIds: string[]): Promise<string[]> {
  const events = await house.rows<Event>(
    'select * from escrow_events where escrow_id = any($1) order by escrow_id, seq',
    [escrowIds],
  )
  const found: string[] = []
  for (const [index, event] of events.entries()) {
    const before = events[index - 1]
    const last = before?.escrow_id === event.escrow_id ? before : undefined
    const where = `${event.escrow_id} line ${event.seq}`
    if (event.seq !== (last?.seq ?? 0) + 1) found.push(`L8: ${where} has a gap before it`)
    if (event.from_phase !== (last?.to_phase ?? null)) found.push(`L38: ${where} begins elsewhere`)
    if (event.version !== null && !isRow(event)) found.push(`L8: ${where} is no row`)
    if (event.version === null && event.from_phase !== event.to_phase) {
      found.push(`L8: ${where} moves without a step`)
    }
    const hash = hashLine(event, last?.hash ?? Buffer.alloc(32))
    if (!hash.equals(event.hash)) found.push(`L56: ${where} does not match its hash`)
  }
  return found
}

function isRow(event: Event): boolean {
  if (event.action === 'accept') return event.version === 0
  return restatedRows.some(
    (row) =>
      row.row === event.data.row &&
      row.action === event.action &&
      row.who === event.actor &&
      row.from === event.from_phase &&
      (row.outcome ?? null) === event.outcome &&
      (row.to === 'stays'
        ? event.to_phase === event.from_phase
        : row.to === `${event.to_status}/${event.to_phase}`),
  )
}

/** As anyone with the events would do it: sorted keys, no spaces, with the previous hash. */
function hashLine(event: Event, previous: Buffer): Buffer {
  const line = {
    escrowId: event.escrow_id,
    seq: event.seq,
    version: event.version,
    at: event.at.toISOString(),
    action: event.action,
    outcome: event.outcome,
    actor: event.actor,
    actorId: event.actor_id,
    fromStatus: event.from_status,
    fromPhase: event.from_phase,
    toStatus: event.to_status,
    toPhase: event.to_phase,
    data: event.data,
  }
  const text = JSON.stringify(line, (_key, value: unknown) =>
    value !== null && typeof value === 'object' && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  )
  return createHash('sha256').update(previous).update(text).digest()
}
