/** What a step of a loan depends on beside the loan itself, in one question. */
import { clockOf } from '@pier/protocol/lifecycles/escrow'
import type { EscrowPhase, EscrowStand, Party } from '@pier/protocol/lifecycles/escrow'
import { sql, type Kysely } from 'kysely'
import { invariant } from '../../platform/app-error.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { DB } from '../../platform/db/db-types.ts'
import type { Escrow } from './escrow.repository.ts'
import type { Stop } from './stopped-time.ts'

type PayeeState = 'ready' | 'changing' | 'missing'
export type StandFacts = {
  isHeld: boolean
  hasOpenPayment: boolean
  borrowerProposes: boolean
  lenderProposes: boolean
  borrowerPayee: PayeeState
  lenderPayee: PayeeState
  successor: EscrowStand['successor']
  /** A loan that takes this one's place waits for nothing but the word of its lender. */
  isSuccessorReady: boolean
  /** Whose details a lender who takes over pays to. */
  formerLenderPayee: PayeeState | null
  /** By the last estimate that still counts. */
  valueCents: number | null
}

export async function readStandFacts(
  db: Kysely<DB>,
  { escrow, now }: { escrow: Escrow; now: Date },
): Promise<StandFacts> {
  const { rows } = await sql<StandFacts>`
    select
      exists (select from domain_holds where domain_id = ${escrow.domainId} and lifted_at is null)
        as is_held,
      exists (select from escrow_payments
        where escrow_id = ${escrow.id} and status = 'CLAIMED'
          and (kind = 'PARTIAL' or ${escrow.isLinked})) or ${isRestPaid(escrow)}
        as has_open_payment,
      exists (select from escrow_proposals
        where escrow_id = ${escrow.id} and status = 'OPEN' and proposed_by = 'BORROWER')
        as borrower_proposes,
      exists (select from escrow_proposals
        where escrow_id = ${escrow.id} and status = 'OPEN' and proposed_by = 'LENDER')
        as lender_proposes,
      ${payeeState(escrow.borrowerId, escrow, now)} as borrower_payee,
      ${payeeState(escrow.lenderId, escrow, now)} as lender_payee,
      coalesce((select case
          when least(successor.rest_confirmed_at, (select created_at from escrow_payments
            where escrow_id = successor.id and status = 'CLAIMED')) <= ${answeredBy(escrow, now)}
            then 'unanswered'
          when successor.phase = 'PAYMENT_WINDOW' or successor.rest_confirmed_at is not null
            then 'paying' else 'agreed' end
        from escrows as successor where successor.refinances_id = ${escrow.id}
          and successor.is_linked and successor.ended_at is null), 'none') as successor,
      exists (select from escrows as successor where successor.refinances_id = ${escrow.id}
        and successor.ended_at is null -- The index knows of these only, and else every loan is read.
        and successor.is_linked and successor.status = 'DOMAIN_IN_CUSTODY'
        and (successor.rest_confirmed_at is not null
          or successor.amount_cents <= coalesce(successor.payoff_cents, 0)))
        as is_successor_ready,
      (select ${payeeState(sql`former.lender_id`, escrow, now)} from escrows as former
        where ${escrow.isLinked} and former.id = ${escrow.refinancesId}) as former_lender_payee,
      (select valuations.amount_cents from valuations
        join domains on domains.name = valuations.name
        where domains.id = ${escrow.domainId} and valuations.expires_at > ${now}
        order by valuations.created_at desc limit 1) as value_cents
  `.execute(db)
  const [facts] = rows
  if (!facts) throw new Error('A question without a table has one answer')
  return facts
}

/** The borrower has part of the new loan already, so it cannot just fall away. */
const isRestPaid = ({ isLinked, restConfirmedAt }: Escrow) => isLinked && restConfirmedAt !== null

/** What was claimed before then has waited longer than an answer may take. */
function answeredBy(escrow: Escrow, now: Date): Date {
  const clock = clockOf('REPAYMENT_CLAIMED', escrow)
  invariant(clock, 'an answer has its time')
  return new Date(now.getTime() - clock.ms)
}

const payeeState = (userId: unknown, { contract }: Escrow, now: Date) => sql`coalesce(
  (select case when max(active_from) > ${now} then 'changing' else 'ready' end from payees
   where user_id = ${userId} and rail = ${contract} and stopped_at is null having count(*) > 0), 'missing')`

/** It concerns one notice: when that is answered, or another is sent, it is over. */
const noticeReason = 'notice not delivered'

/** Phases in which the borrower is to repay. The lender's own clock to answer a claim is not among them. */
const repaying: readonly EscrowPhase[] = ['ACTIVE', 'DEFAULT_NOTICED', 'SEIZURE_READY']

/** While these last, repayment is not possible through no fault of the borrower. In their order, apart. */
export async function findStops(
  db: Kysely<DB>,
  { escrow, suffix, until }: { escrow: Escrow; suffix: string; until: Date },
): Promise<{ stops: Stop[]; isStopped: boolean }> {
  if (escrow.endedAt) return { stops: [], isStopped: false }
  const since = escrow.clockCheckedAt ?? escrow.createdAt
  const isRepaying = repaying.includes(escrow.phase)
  const { rows } = await sql<{ spans: [string, string][]; isStopped: boolean }>`
    with stops as (
      select created_at as began, lifted_at as ended from domain_holds
      where domain_id = ${escrow.domainId}
      union all
      select began_at, ended_at from clock_stops
      where (escrow_id = ${escrow.id} or (escrow_id is null and (suffix = ${suffix} or suffix is null)))
        and (reason <> ${noticeReason} or began_at >= ${noticedSince(escrow)}::timestamptz)
      union all
      -- The lender cannot be paid: no details yet, or new ones that do not count yet.
      select created_at, least(active_from, stopped_at) from payees
      where ${isRepaying} and user_id = ${escrow.lenderId} and rail = ${escrow.contract}
      union all
      select ${since}::timestamptz, (select min(active_from) from payees
        where user_id = ${escrow.lenderId} and rail = ${escrow.contract} and stopped_at is null)
      where ${isRepaying}
    ), cut as (
      select tstzrange(greatest(began, ${since}), least(ended, ${until})) as span from stops
      where began < ${until} and greatest(began, ${since}) < least(ended, ${until})
    )
    select
      (select coalesce(json_agg(json_build_array(lower(span), upper(span)) order by span), '[]')
        from (select unnest(range_agg(span)) as span from cut) as apart) as spans,
      exists (select from stops where began <= ${until} and coalesce(ended, 'infinity') > ${until})
        as is_stopped
  `.execute(db)
  const [row] = rows
  if (!row) throw new Error('A question without a table has one answer')
  const stops = row.spans.map(([began, ended]) => ({
    began: new Date(began),
    ended: new Date(ended),
  }))
  return { stops, isStopped: row.isStopped }
}

export const partyOf = (escrow: Escrow, userId: string): Party | null => {
  if (userId === escrow.borrowerId) return 'BORROWER'
  return userId === escrow.lenderId ? 'LENDER' : null
}

const noticedSince = ({ phase, noticedAt }: Escrow): Date | null =>
  phase === 'DEFAULT_NOTICED' ? noticedAt : null

/** The clock stands still for a notice that did not arrive. Says the reason, nothing where it does so already. */
export async function stopForNotice(tx: Tx, escrow: Escrow): Promise<string | null> {
  const stop = { escrowId: escrow.id, reason: noticeReason }
  const open = await tx
    .selectFrom('clockStops')
    .select('id')
    .where('escrowId', '=', stop.escrowId)
    .where('reason', '=', stop.reason)
    .where('beganAt', '>=', noticedSince(escrow))
    .where('endedAt', 'is', null)
    .executeTakeFirst()
  if (open) return null
  await tx
    .insertInto('clockStops')
    .values({ ...stop, beganAt: tx.now })
    .execute()
  return stop.reason
}
