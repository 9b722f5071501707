/**
 * What has to come of a press: read from the tables in a way of its own, and decided by the rows as
 * they are restated for the test of the table. Nothing of the server's own judgement is asked.
 */
import { restatedRows, type Restated } from '@pier/protocol/lifecycles/escrow-restated'
import type {
  EscrowAction,
  EscrowActor,
  EscrowStand,
  Outcome,
  Party,
} from '@pier/protocol/lifecycles/escrow'
import { invariant } from '../platform/app-error.ts'
import type { House } from './custody-house.ts'

export type Seen = EscrowStand & {
  version: number
  eventCount: number
  lastStep: { action: string; outcome: string | null; actor_id: string | null }
  ownProposals: Record<Party, { outcome?: Outcome } | null>
  hasClaim: boolean
}
export type Wanted = { action: EscrowAction; actor: EscrowActor; outcome?: Outcome | undefined }

type Row = {
  status: Seen['status']
  phase: Seen['phase']
  now: Date
  version: number
  event_count: number
  borrower_signed_at: Date | null
  lender_signed_at: Date | null
  pay_by: Date | null
  due_at: Date | null
  grace_until: Date | null
  objection_until: Date | null
  deadline_at: Date | null
  is_linked: boolean
  stayed_at: Date | null
  has_surplus: boolean
  domain_status: string
  is_held: boolean
  is_stopped: boolean
  has_part: boolean
  has_claim: boolean
  borrower_terms: { outcome?: Outcome } | null
  lender_terms: { outcome?: Outcome } | null
  borrower_payee: Seen['payee']['BORROWER']
  lender_payee: Seen['payee']['LENDER']
  last_step: Seen['lastStep']
}

const payeeOf = (who: string) => `(
  select case when count(*) = 0 then 'missing' when max(active_from) > app_now() then 'changing'
    else 'ready' end from payees where user_id = e.${who}_id and rail = e.contract
    and stopped_at is null)`
const proposalOf = (who: string) => `(
  select terms from escrow_proposals where escrow_id = e.id and status = 'OPEN'
    and proposed_by = '${who}' limit 1)`

const question = `
  select e.*, app_now() as now, d.status as domain_status,
    exists (select from domain_holds where domain_id = d.id and lifted_at is null) as is_held,
    exists (select from domain_holds where domain_id = d.id and lifted_at is null)
      or exists (select from clock_stops where (escrow_id = e.id or escrow_id is null)
        and (ended_at is null or ended_at > app_now()))
      or (e.phase in ('ACTIVE', 'DEFAULT_NOTICED', 'SEIZURE_READY')
        and ${payeeOf('lender')} <> 'ready') as is_stopped,
    exists (select from escrow_payments where escrow_id = e.id and status = 'CLAIMED'
      and kind = 'PARTIAL') as has_part,
    exists (select from escrow_payments where escrow_id = e.id and status = 'CLAIMED') as has_claim,
    exists (select from valuations where name = d.name and expires_at > app_now()
      and amount_cents >= 2 * e.amount_cents) as has_surplus,
    ${proposalOf('BORROWER')} as borrower_terms, ${proposalOf('LENDER')} as lender_terms,
    ${payeeOf('borrower')} as borrower_payee, ${payeeOf('lender')} as lender_payee,
    (select to_jsonb(last) from (select action, outcome, actor_id from escrow_events
      where escrow_id = e.id and version = e.version) as last) as last_step
  from escrows as e join domains as d on d.id = e.domain_id where e.id = $1`

export async function look({ rows }: House, escrowId: string): Promise<Seen> {
  const [row] = await rows<Row>(question, [escrowId])
  invariant(row, 'a loan is never gone')
  return {
    status: row.status,
    phase: row.phase,
    now: row.now,
    version: row.version,
    eventCount: row.event_count,
    hasSigned: { BORROWER: row.borrower_signed_at !== null, LENDER: row.lender_signed_at !== null },
    isInCustody: ['CUSTODY_PAID', 'IN_ESCROW'].includes(row.domain_status),
    isHeld: row.is_held,
    isClockStopped: row.is_stopped,
    payBy: row.pay_by,
    dueAt: row.due_at,
    graceUntil: row.grace_until,
    objectionUntil: row.objection_until,
    deadlineAt: row.deadline_at,
    payee: { BORROWER: row.borrower_payee, LENDER: row.lender_payee },
    hasOpenPayment: row.has_part,
    hasProposal: { BORROWER: row.borrower_terms !== null, LENDER: row.lender_terms !== null },
    isRefinancing: false,
    isLinked: row.is_linked,
    isPaidUp: false,
    successor: 'none',
    hasSurplus: row.has_surplus,
    hasStay: row.stayed_at !== null,
    lastStep: row.last_step,
    ownProposals: { BORROWER: row.borrower_terms, LENDER: row.lender_terms },
    hasClaim: row.has_claim,
  }
}

/** How often each condition of a row was seen to hold and to fail. */
export const guardsSeen = new Map<Restated, { held: number; failed: number }>()

export function expectRow(stand: EscrowStand, wanted: Wanted): Restated | undefined {
  const me: Party = wanted.actor === 'LENDER' ? 'LENDER' : 'BORROWER'
  const them: Party = me === 'LENDER' ? 'BORROWER' : 'LENDER'
  return restatedRows.find((row) => {
    const isHere =
      row.action === wanted.action &&
      row.who === wanted.actor &&
      row.from === stand.phase &&
      row.outcome === wanted.outcome
    return isHere && row.isMet(stand, me, them)
  })
}

/** Everything that somebody could do here now. */
export const openRows = (stand: EscrowStand): Restated[] =>
  restatedRows.filter((row) => {
    if (row.from !== stand.phase) return false
    const isLender = row.who === 'LENDER'
    const isMet = row.isMet(
      stand,
      isLender ? 'LENDER' : 'BORROWER',
      isLender ? 'BORROWER' : 'LENDER',
    )
    const { held, failed } = guardsSeen.get(row) ?? { held: 0, failed: 0 }
    guardsSeen.set(row, isMet ? { held: held + 1, failed } : { held, failed: failed + 1 })
    return isMet
  })

/** Where a row leads. */
export function landing(stand: EscrowStand, { to }: Restated): string {
  return to === 'stays' ? `${stand.status}/${stand.phase}` : (to.split(' + ')[0] ?? '')
}
