/** What a loan depends on besides its own row, for one loan or a list, in one query. */
import { clockOf } from '@pier/protocol/lifecycles/phases'
import type { GuardFacts } from '@pier/protocol/lifecycles/loan'
import type { PauseReason } from '@pier/protocol/moves/pauses'
import type { Rail } from '@pier/protocol/rails'
import { sql, type Kysely } from 'kysely'
import { invariant } from '../../../platform/app-error.ts'
import type { Tx } from '../../../platform/db/database.ts'
import type { DB } from '../../../platform/db/db-types.ts'
import type { Loan } from './loans.repository.ts'
import type { LoanPayment } from './payments.repository.ts'
import type { Stop } from './tolling.ts'

type PayeeState = 'ready' | 'changing' | 'missing'

/** What the lender paid, or asked to pay, to keep the name. */
export type LoanAdvance = {
  id: string
  renewalId: string
  amountCents: number
  /** The expiry date that the renewal extends. */
  expiresAt: Date
  state: 'asked' | 'done' | 'void'
  advancedOn: string | null
  paymentsBefore: number | null
  createdAt: Date
}

export type LoanFacts = {
  borrowerName: string
  lenderName: string
  borrowerHasAddress: boolean
  lenderHasAddress: boolean
  /** Null until it is printed. */
  agreement: { id: string; sha256: string; isSealed: boolean } | null
  isHeld: boolean
  /** Oldest first. */
  payments: LoanPayment[]
  /** Oldest first. */
  advances: LoanAdvance[]
  borrowerProposes: boolean
  lenderProposes: boolean
  proposedDueOn: string | null
  borrowerPayee: PayeeState
  lenderPayee: PayeeState
  /** When the changed details that are needed now take effect. */
  detailsFrom: Date | null
  successor: GuardFacts['successor']
  /** The refinancing loan waits only for this lender to confirm the payout. */
  isSuccessorReady: boolean
  /** Of the lender that a linked loan pays out. */
  formerLenderPayee: PayeeState | null
  /** By the last estimate that still counts. */
  valueCents: number | null
  /** Two operators approved it. */
  isValueConfirmed: boolean
  /** When its clock was stopped since `clockCheckedAt`, in order and without overlaps. */
  stops: Stop[]
  /** Their distinct reasons. */
  stoppedFor: { reason: PauseReason; note: string | null }[]
  /** What keeps it from running now, the longest first. */
  pauses: { reason: PauseReason; since: Date; note: string | null }[]
}

/** The facts of the loan whose row is read, as one column. */
export const factsColumn = (now: Date) => sql<FactsJson>`(select row_to_json(facts) from (
    select b.name as "borrowerName", l.name as "lenderName",
      b.has_address as "borrowerHasAddress", l.has_address as "lenderHasAddress",
      (select json_build_object('id', id, 'sha256', encode(base_sha256, 'hex'),
          'isSealed', sealed_at is not null)
        from agreements where escrow_id = escrows.id and annex = 0) as agreement,
      exists (select from domain_holds where domain_id = escrows.domain_id and lifted_at is null)
        as "isHeld",
      (select coalesce(json_agg(json_build_object('id', id, 'kind', kind, 'status', status,
          'claimedBy', claimed_by, 'paidOn', paid_on, 'amountCents', amount_cents,
          'reference', reference, 'advanceCents', advance_cents, 'interestCents', interest_cents,
          'principalCents', principal_cents, 'createdAt', created_at, 'decidedAt', decided_at)
          order by created_at, id), '[]')
        from escrow_payments where escrow_id = escrows.id) as payments,
      (select coalesce(json_agg(json_build_object('id', id, 'renewalId', renewal_id,
          'amountCents', amount_cents, 'expiresAt', expires_at, 'state', state,
          'advancedOn', advanced_on, 'paymentsBefore', payments_before, 'createdAt', created_at)
          order by created_at, id), '[]')
        from escrow_advances where escrow_id = escrows.id) as advances,
      exists (select from escrow_proposals
        where escrow_id = escrows.id and status = 'OPEN' and proposed_by = 'BORROWER')
        as "borrowerProposes",
      exists (select from escrow_proposals
        where escrow_id = escrows.id and status = 'OPEN' and proposed_by = 'LENDER')
        as "lenderProposes",
      (select terms ->> 'dueOn' from escrow_proposals
        where escrow_id = escrows.id and status = 'OPEN' and kind = 'EXTENSION'
        order by created_at desc limit 1) as "proposedDueOn",
      ${payeeState(sql`escrows.borrower_id`, now)} as "borrowerPayee",
      ${payeeState(sql`escrows.lender_id`, now)} as "lenderPayee",
      case when escrows.is_linked then ${payeeState(sql`former.lender_id`, now)} end
        as "formerLenderPayee",
      (select max(active_from) from payees where user_id = needed.payee_of
        and rail = escrows.contract and stopped_at is null and active_from > ${now})
        as "detailsFrom",
      ${successorState(now)} as successor, ${isSuccessorReady} as "isSuccessorReady",
      (select amount_cents from valuations where name = d.name and expires_at > ${now}
        order by created_at desc limit 1) as "valueCents",
      coalesce((select decision_id is not null from valuations where name = d.name
        and expires_at > ${now} order by created_at desc limit 1), false) as "isValueConfirmed",
      coalesce(stopped.spans, '[]') as stops, coalesce(stopped.pauses, '[]') as pauses,
      coalesce(stopped.stopped_for, '[]') as "stoppedFor"
    from domains as d
    join users as b on b.id = escrows.borrower_id
    join users as l on l.id = escrows.lender_id
    left join escrows as former on former.id = escrows.refinances_id and escrows.is_linked
    cross join lateral (select case
        when escrows.phase in ('ACTIVE', 'DEFAULT_NOTICED', 'SEIZURE_READY') then escrows.lender_id
        when escrows.phase = 'AWAITING_PAYMENT' then coalesce(former.lender_id, escrows.borrower_id)
      end as payee_of, coalesce(escrows.clock_checked_at, escrows.created_at) as since) as needed
    left join lateral (${stopsOfLoan(now)}) as stopped on escrows.ended_at is null
    where d.id = escrows.domain_id
  ) as facts)`

/** As the database writes them in one column: times are text. */
export type FactsJson = Omit<
  LoanFacts,
  'payments' | 'advances' | 'stops' | 'pauses' | 'detailsFrom'
> & {
  payments: (Omit<LoanPayment, 'createdAt' | 'decidedAt'> & {
    createdAt: string
    decidedAt: string | null
  })[]
  advances: (Omit<LoanAdvance, 'expiresAt' | 'createdAt'> & {
    expiresAt: string
    createdAt: string
  })[]
  detailsFrom: string | null
  stops: [string, string][]
  pauses: { reason: PauseReason; since: string; note: string | null }[]
}

export const toFacts = (facts: FactsJson): LoanFacts => ({
  ...facts,
  payments: facts.payments.map((payment) => ({
    ...payment,
    createdAt: new Date(payment.createdAt),
    decidedAt: toDate(payment.decidedAt),
  })),
  advances: facts.advances.map((advance) => ({
    ...advance,
    expiresAt: new Date(advance.expiresAt),
    createdAt: new Date(advance.createdAt),
  })),
  detailsFrom: toDate(facts.detailsFrom),
  stops: facts.stops.map(([began, ended]) => ({ began: new Date(began), ended: new Date(ended) })),
  pauses: facts.pauses.map((pause) => ({ ...pause, since: new Date(pause.since) })),
})

const toDate = (text: string | null) => (text === null ? null : new Date(text))

export async function readFactsOf(
  db: Kysely<DB>,
  { escrowId, now }: { escrowId: string; now: Date },
): Promise<LoanFacts> {
  const { facts } = await db
    .selectFrom('escrows')
    .select(factsColumn(now).as('facts'))
    .where('id', '=', escrowId)
    .executeTakeFirstOrThrow()
  return toFacts(facts)
}

/** How far the loan is that is to replace this one. */
const successorState = (now: Date) => sql`coalesce((select case
          when least(successor.rest_confirmed_at, (select created_at from escrow_payments
            where escrow_id = successor.id and status = 'CLAIMED')) <= ${answeredBy(now)}
            then 'unanswered'
          when successor.phase = 'PAYMENT_WINDOW' or successor.rest_confirmed_at is not null
            then 'paying' else 'agreed' end
        from escrows as successor where successor.refinances_id = escrows.id
          and successor.is_linked and successor.ended_at is null), 'none')`

const isSuccessorReady = sql`exists (select from escrows as successor where successor.refinances_id = escrows.id
        and successor.ended_at is null -- The index knows of these only, and else every loan is read.
        and successor.is_linked and successor.status = 'DOMAIN_IN_CUSTODY'
        and (successor.rest_confirmed_at is not null
          or successor.amount_cents <= coalesce(successor.payoff_cents, 0)))`

/** Claims made before this time have passed their answer deadline. */
const answeredBy = (now: Date) => sql`case when escrows.contract = 1
  then ${new Date(now.getTime() - answerMsOf('crypto'))}::timestamptz
  else ${new Date(now.getTime() - answerMsOf('bank'))}::timestamptz end`

function answerMsOf(rail: Rail): number {
  const clock = clockOf('REPAYMENT_CLAIMED', { rail })
  invariant(clock, 'an answer has its time')
  return clock.ms
}

const payeeState = (userId: unknown, now: Date) => sql`coalesce(
  (select case when max(active_from) > ${now} then 'changing' else 'ready' end from payees
   where user_id = ${userId} and rail = escrows.contract and stopped_at is null having count(*) > 0), 'missing')`

/** Such a stop ends when its notice is answered or another is sent. */
const noticeReason = 'notice not delivered'

/**
 * Stops during which somebody would have to act and cannot: holds, operators' stops, outages,
 * undelivered notices, and missing or changing details of whoever is paid.
 */
const stopsOfLoan = (now: Date) => sql`
  with stops (reason, note, began, ended) as (
    select 'HOLD', null, created_at, lifted_at from domain_holds where domain_id = escrows.domain_id
    union all
    select case when reason = ${noticeReason} then 'NOTICE' when part is not null then 'OUTAGE'
      else 'OPERATOR' end, reason, began_at, ended_at from clock_stops
    where (escrow_id = escrows.id or (escrow_id is null and (suffix = d.suffix or suffix is null)))
      and (part is distinct from 'registrar' or escrows.status = 'NEW')
      and (reason <> ${noticeReason} or (escrows.phase = 'DEFAULT_NOTICED' and began_at >= escrows.noticed_at))
    union all
    select 'PAYEE_CHANGING', null, created_at, least(active_from, stopped_at) from payees
    where user_id = needed.payee_of and rail = escrows.contract
    union all
    select 'PAYEE_MISSING', null, needed.since, (select min(active_from) from payees
      where user_id = needed.payee_of and rail = escrows.contract and stopped_at is null)
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

/**
 * Stops the clock for an undelivered notice. Null if it was stopped for that already: whoever can make
 * their mails come back could otherwise stop it again each time that an operator let it run.
 */
export async function stopForNotice(tx: Tx, loan: Loan): Promise<string | null> {
  const stop = { escrowId: loan.id, reason: noticeReason }
  const before = await tx
    .selectFrom('clockStops')
    .select('id')
    .where('escrowId', '=', stop.escrowId)
    .where('reason', '=', stop.reason)
    .where('beganAt', '>=', loan.noticedAt)
    .executeTakeFirst()
  if (before) return null
  await tx
    .insertInto('clockStops')
    .values({ ...stop, beganAt: tx.now })
    .execute()
  return stop.reason
}
