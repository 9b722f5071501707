/** What a loan depends on beside its own row, of one loan or of a whole list, in one question. */
import { clockOf } from '@pier/protocol/lifecycles/escrow'
import type { EscrowStand, Party } from '@pier/protocol/lifecycles/escrow'
import type { PauseReason } from '@pier/protocol/moves/pauses'
import type { Advance } from '@pier/protocol/loans/repayment'
import { sql, type Kysely } from 'kysely'
import { invariant } from '../../../platform/app-error.ts'
import type { Tx } from '../../../platform/db/database.ts'
import type { DB } from '../../../platform/db/db-types.ts'
import type { Escrow } from './loans.repository.ts'
import type { Stop } from './tolling.ts'

type PayeeState = 'ready' | 'changing' | 'missing'

/** A payment as far as sums depend on it. */
type PaidPart = {
  kind: 'FUNDING' | 'PARTIAL' | 'FULL'
  status: 'CLAIMED' | 'CONFIRMED' | 'DENIED' | 'WITHDRAWN'
  paidOn: string
  amountCents: number | null
}

export type LoanFacts = {
  id: string
  borrowerName: string
  lenderName: string
  borrowerHasAddress: boolean
  lenderHasAddress: boolean
  isPrinted: boolean
  isHeld: boolean
  /** Payments in their order. */
  payments: PaidPart[]
  /** What the lender paid to keep the name. */
  advances: Advance[]
  borrowerProposes: boolean
  lenderProposes: boolean
  proposedDueOn: string | null
  borrowerPayee: PayeeState
  lenderPayee: PayeeState
  /** From when details count that are needed now and were changed. */
  detailsFrom: Date | null
  successor: EscrowStand['successor']
  /** A loan that takes this one's place waits for nothing but the word of its lender. */
  isSuccessorReady: boolean
  /** Whose details a lender who takes over pays to. */
  formerLenderPayee: PayeeState | null
  /** By the last estimate that still counts. */
  valueCents: number | null
  /** Two people stand behind it. */
  isValueConfirmed: boolean
  /** Times in which its clock stood still since it was last looked at, in their order, apart. */
  stops: Stop[]
  /** What they were for, each once. */
  stoppedFor: { reason: PauseReason; note: string | null }[]
  /** What keeps it from running now, the longest first. */
  pauses: { reason: PauseReason; since: Date; note: string | null }[]
}

export async function readLoanFacts(
  db: Kysely<DB>,
  { escrowIds, now }: { escrowIds: readonly string[]; now: Date },
): Promise<Map<string, LoanFacts>> {
  if (escrowIds.length === 0) return new Map()
  const { rows } = await sql<Row>`
    select e.id, b.name as borrower_name, l.name as lender_name,
      b.has_address as borrower_has_address, l.has_address as lender_has_address,
      exists (select from agreements where escrow_id = e.id and annex = 0) as is_printed,
      exists (select from domain_holds where domain_id = e.domain_id and lifted_at is null)
        as is_held,
      (select coalesce(json_agg(json_build_object('kind', kind, 'status', status,
          'paidOn', paid_on, 'amountCents', amount_cents) order by created_at, id), '[]')
        from escrow_payments where escrow_id = e.id) as payments,
      (select coalesce(json_agg(json_build_object('advancedOn', advanced_on,
          'amountCents', amount_cents, 'paymentsBefore', payments_before)), '[]')
        from escrow_advances where escrow_id = e.id and state = 'done') as advances,
      exists (select from escrow_proposals
        where escrow_id = e.id and status = 'OPEN' and proposed_by = 'BORROWER')
        as borrower_proposes,
      exists (select from escrow_proposals
        where escrow_id = e.id and status = 'OPEN' and proposed_by = 'LENDER') as lender_proposes,
      (select terms ->> 'dueOn' from escrow_proposals
        where escrow_id = e.id and status = 'OPEN' and kind = 'EXTENSION'
        order by created_at desc limit 1) as proposed_due_on,
      ${payeeState(sql`e.borrower_id`, now)} as borrower_payee,
      ${payeeState(sql`e.lender_id`, now)} as lender_payee,
      case when e.is_linked then ${payeeState(sql`former.lender_id`, now)} end
        as former_lender_payee,
      (select max(active_from) from payees where user_id = needed.payee_of
        and rail = e.contract and stopped_at is null and active_from > ${now}) as details_from,
      ${successorState(now)} as successor, ${isSuccessorReady} as is_successor_ready,
      (select amount_cents from valuations where name = d.name and expires_at > ${now}
        order by created_at desc limit 1) as value_cents,
      coalesce((select decision_id is not null from valuations where name = d.name
        and expires_at > ${now} order by created_at desc limit 1), false) as is_value_confirmed,
      coalesce(stopped.spans, '[]') as spans, coalesce(stopped.pauses, '[]') as pauses,
      coalesce(stopped.stopped_for, '[]') as stopped_for
    from escrows as e
    join domains as d on d.id = e.domain_id
    join users as b on b.id = e.borrower_id
    join users as l on l.id = e.lender_id
    left join escrows as former on former.id = e.refinances_id and e.is_linked
    cross join lateral (select case
        when e.phase in ('ACTIVE', 'DEFAULT_NOTICED', 'SEIZURE_READY') then e.lender_id
        when e.phase = 'AWAITING_PAYMENT' then coalesce(former.lender_id, e.borrower_id)
      end as payee_of, coalesce(e.clock_checked_at, e.created_at) as since) as needed
    left join lateral (${stopsOfLoan(now)}) as stopped on e.ended_at is null
    where e.id = any(${escrowIds})
  `.execute(db)
  return new Map(rows.map((row) => [row.id, toFacts(row)]))
}

export async function readFactsOf(
  db: Kysely<DB>,
  { escrowId, now }: { escrowId: string; now: Date },
): Promise<LoanFacts> {
  const facts = (await readLoanFacts(db, { escrowIds: [escrowId], now })).get(escrowId)
  invariant(facts, `there is an escrow ${escrowId}`)
  return facts
}

type Row = Omit<LoanFacts, 'stops' | 'pauses' | 'valueCents'> & {
  valueCents: string | null
  spans: [string, string][]
  pauses: { reason: PauseReason; since: string; note: string | null }[]
}

const toFacts = ({ spans, pauses, valueCents, ...row }: Row): LoanFacts => ({
  ...row,
  valueCents: valueCents === null ? null : Number(valueCents),
  stops: spans.map(([began, ended]) => ({ began: new Date(began), ended: new Date(ended) })),
  pauses: pauses.map((pause) => ({ ...pause, since: new Date(pause.since) })),
})

/** How far a loan is that is to take the place of this one. */
const successorState = (now: Date) => sql`coalesce((select case
          when least(successor.rest_confirmed_at, (select created_at from escrow_payments
            where escrow_id = successor.id and status = 'CLAIMED')) <= ${answeredBy(now)}
            then 'unanswered'
          when successor.phase = 'PAYMENT_WINDOW' or successor.rest_confirmed_at is not null
            then 'paying' else 'agreed' end
        from escrows as successor where successor.refinances_id = e.id
          and successor.is_linked and successor.ended_at is null), 'none')`

const isSuccessorReady = sql`exists (select from escrows as successor where successor.refinances_id = e.id
        and successor.ended_at is null -- The index knows of these only, and else every loan is read.
        and successor.is_linked and successor.status = 'DOMAIN_IN_CUSTODY'
        and (successor.rest_confirmed_at is not null
          or successor.amount_cents <= coalesce(successor.payoff_cents, 0)))`

/** What was claimed before then has waited longer than an answer may take. */
const answeredBy = (now: Date) => sql`case when e.contract = 1
  then ${new Date(now.getTime() - answerMsOf(1))}::timestamptz
  else ${new Date(now.getTime() - answerMsOf(0))}::timestamptz end`

function answerMsOf(contract: number): number {
  const clock = clockOf('REPAYMENT_CLAIMED', { contract })
  invariant(clock, 'an answer has its time')
  return clock.ms
}

const payeeState = (userId: unknown, now: Date) => sql`coalesce(
  (select case when max(active_from) > ${now} then 'changing' else 'ready' end from payees
   where user_id = ${userId} and rail = e.contract and stopped_at is null having count(*) > 0), 'missing')`

/** It concerns one notice: when that is answered, or another is sent, it is over. */
const noticeReason = 'notice not delivered'

/**
 * While these last, somebody would have to act and cannot: what is in the way of everybody, and of
 * whoever has to pay the payment details to pay to.
 */
const stopsOfLoan = (now: Date) => sql`
  with stops (reason, note, began, ended) as (
    select 'HOLD', null, created_at, lifted_at from domain_holds where domain_id = e.domain_id
    union all
    select case when reason = ${noticeReason} then 'NOTICE' when part is not null then 'OUTAGE'
      else 'OPERATOR' end, reason, began_at, ended_at from clock_stops
    where (escrow_id = e.id or (escrow_id is null and (suffix = d.suffix or suffix is null)))
      and (part is distinct from 'registrar' or e.status = 'NEW')
      and (reason <> ${noticeReason} or (e.phase = 'DEFAULT_NOTICED' and began_at >= e.noticed_at))
    union all
    select 'PAYEE_CHANGING', null, created_at, least(active_from, stopped_at) from payees
    where user_id = needed.payee_of and rail = e.contract
    union all
    select 'PAYEE_MISSING', null, needed.since, (select min(active_from) from payees
      where user_id = needed.payee_of and rail = e.contract and stopped_at is null)
    where needed.payee_of is not null
  ), cut as (
    select reason, note,
      tstzrange(greatest(began, needed.since), least(ended, ${now})) as span from stops
    where began < ${now} and greatest(began, needed.since) < least(ended, ${now})
  )
  select
    (select json_agg(json_build_array(lower(span), upper(span)) order by span)
      from (select unnest(range_agg(span)) as span from cut) as apart) as spans,
    (select json_agg(distinct jsonb_build_object('reason', reason, 'note', note)) from cut)
      as stopped_for,
    (select json_agg(json_build_object('reason', reason, 'note', note, 'since', began)
        order by began, reason desc)
      from stops where began <= ${now} and coalesce(ended, 'infinity') > ${now}) as pauses`

export const partyOf = (escrow: Escrow, userId: string): Party | null => {
  if (userId === escrow.borrowerId) return 'BORROWER'
  return userId === escrow.lenderId ? 'LENDER' : null
}

/** The clock stands still for a notice that did not arrive. Says the reason, nothing where it does so already. */
export async function stopForNotice(tx: Tx, escrow: Escrow): Promise<string | null> {
  const stop = { escrowId: escrow.id, reason: noticeReason }
  const open = await tx
    .selectFrom('clockStops')
    .select('id')
    .where('escrowId', '=', stop.escrowId)
    .where('reason', '=', stop.reason)
    .where('beganAt', '>=', escrow.noticedAt)
    .where('endedAt', 'is', null)
    .executeTakeFirst()
  if (open) return null
  await tx
    .insertInto('clockStops')
    .values({ ...stop, beganAt: tx.now })
    .execute()
  return stop.reason
}
