/**
 * The expected result of an action: read from the tables independently, and decided by the restated
 * rows of the table test. None of the server's own logic is used.
 */
import { restatedRows, type Restated } from '@pier/protocol/test/loan-restated'
import type {
  LoanAction,
  LoanActor,
  GuardFacts,
  Outcome,
  Party,
} from '@pier/protocol/lifecycles/loan'
import { dayMs } from '@pier/protocol/time'
import { invariant } from '../../src/platform/app-error.ts'
import type { House } from '../custody/custody-house.ts'

export type Seen = GuardFacts & {
  version: number
  eventCount: number
  lastStep: { action: string; outcome: string | null; actor_id: string | null }
  ownProposals: Record<Party, { outcome?: Outcome } | null>
  hasClaim: boolean
  isRestPaid: boolean
  /** Something remains for the borrower once the former loan is paid out. */
  hasRest: boolean
  /** The domain is listed, visible or not. */
  isListed: boolean
  /** When operators are called because a refinancing payout is not answered. */
  answerBy: Date | null
}
export type Wanted = { action: LoanAction; actor: LoanActor; outcome?: Outcome | undefined }

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
  rest_confirmed_at: Date | null
  amount_cents: string
  payoff_cents: string | null
  contract: number
  ended_at: Date | null
  stayed_at: Date | null
  is_valuable: boolean
  is_listed: boolean
  paid_cents: string
  domain_status: string
  is_held: boolean
  is_stopped: boolean
  borrower_has_address: boolean
  lender_has_address: boolean
  tendered_on: Date | null
  has_part: boolean
  has_claim: boolean
  borrower_terms: { outcome?: Outcome } | null
  lender_terms: { outcome?: Outcome } | null
  borrower_payee: Seen['payee']['BORROWER']
  lender_payee: Seen['payee']['LENDER']
  last_step: Seen['lastStep']
  next: Next | null
}
/** The loan that will refinance this one. */
type Next = {
  status: string
  phase: string
  has_rest: boolean
  deadline_ms: number | null
  rest_ms: number | null
  claim_ms: number | null
}

const payeeOf = (who: string) => `(
  select case when count(*) = 0 then 'missing' when max(active_from) > app_now() then 'changing'
    else 'ready' end from payees where user_id = ${who} and rail = e.contract
    and stopped_at is null)`
/** A refinancing lender pays the former lender. */
const paidByLender = `case when e.is_linked
  then (select lender_id from escrows where id = e.refinances_id) else e.borrower_id end`
const ms = (date: string) => `extract(epoch from ${date}) * 1000`
const claimedOf = (id: string) => `(
  select min(created_at) from escrow_payments where escrow_id = ${id} and status = 'CLAIMED')`
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
        and ${payeeOf('e.lender_id')} <> 'ready')
      or (e.phase = 'AWAITING_PAYMENT' and ${payeeOf(paidByLender)} <> 'ready') as is_stopped,
    (select has_address from users where id = e.borrower_id) as borrower_has_address,
    (select has_address from users where id = e.lender_id) as lender_has_address,
    exists (select from escrow_payments where escrow_id = e.id and status = 'CLAIMED'
      and kind = 'PARTIAL') as has_part,
    exists (select from escrow_payments where escrow_id = e.id and status = 'CLAIMED') as has_claim,
    exists (select from valuations where name = d.name and expires_at > app_now()
      and amount_cents >= 10 * e.amount_cents) as is_valuable,
    exists (select from listings where domain_id = d.id and ended_at is null) as is_listed,
    (select coalesce(sum(principal_cents), 0) from escrow_payments where escrow_id = e.id
      and status = 'CONFIRMED' and kind = 'PARTIAL') as paid_cents,
    (select jsonb_build_object('status', s.status, 'phase', s.phase,
        'has_rest', s.amount_cents > s.payoff_cents, 'deadline_ms', ${ms('s.deadline_at')},
        'rest_ms', ${ms('s.rest_confirmed_at')}, 'claim_ms', ${ms(claimedOf('s.id'))})
      from escrows as s where s.refinances_id = e.id and s.ended_at is null and s.is_linked)
      as next,
    ${proposalOf('BORROWER')} as borrower_terms, ${proposalOf('LENDER')} as lender_terms,
    ${payeeOf(paidByLender)} as borrower_payee, ${payeeOf('e.lender_id')} as lender_payee,
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
    hasAddress: { BORROWER: row.borrower_has_address, LENDER: row.lender_has_address },
    isPrinted: true, // See `signWithout`: signing does not wait for it here.
    hasTendered: row.tendered_on !== null,
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
    hasOpenPayment: row.is_linked ? row.has_claim || row.rest_confirmed_at !== null : row.has_part,
    hasProposal: { BORROWER: row.borrower_terms !== null, LENDER: row.lender_terms !== null },
    isLinked: row.is_linked,
    isPaidUp: isPaidUp(row),
    ...nextOf(row),
    hasSurplus: row.due_at !== null && (row.is_valuable || isPaidUp(row)),
    hasStay: row.stayed_at !== null,
    lastStep: row.last_step,
    ownProposals: { BORROWER: row.borrower_terms, LENDER: row.lender_terms },
    hasClaim: row.has_claim,
    isRestPaid: row.rest_confirmed_at !== null,
    hasRest: Number(row.amount_cents) > Number(row.payoff_cents ?? 0),
    isListed: row.is_listed,
  }
}

/** Interest is paid first: once the whole principal is paid, nothing is owed. */
const isPaidUp = ({ due_at, ended_at, paid_cents, amount_cents }: Row) =>
  due_at !== null && ended_at === null && Number(paid_cents) >= Number(amount_cents)

/** The effect of a refinancing loan: from its claim or rest on, this loan is being paid out. */
function nextOf({
  next,
  now,
  contract,
}: Row): Pick<Seen, 'successor' | 'isRefinancing' | 'answerBy'> {
  if (!next) return { successor: 'none', isRefinancing: false, answerBy: null }
  const isReady = next.status === 'DOMAIN_IN_CUSTODY' && (!next.has_rest || next.rest_ms !== null)
  const said = [next.rest_ms, next.claim_ms].filter((at) => at !== null)
  const isPaying = next.phase === 'PAYMENT_WINDOW' || next.rest_ms !== null
  if (said.length === 0) {
    return { successor: isPaying ? 'paying' : 'agreed', isRefinancing: isReady, answerBy: null }
  }
  const answeredMs = Math.min(...said) + (contract === 1 ? dayMs : 5 * dayMs)
  const successor = now.getTime() >= answeredMs ? 'unanswered' : 'paying'
  const answerBy = new Date(Math.max(answeredMs, next.deadline_ms ?? 0))
  return { successor, isRefinancing: isReady, answerBy }
}

/** How often the conditions of each row were seen to hold and to fail. */
export const guardsSeen = new Map<Restated, { held: number; failed: number }>()

export function expectRow(guardFacts: GuardFacts, wanted: Wanted): Restated | undefined {
  const me: Party = wanted.actor === 'LENDER' ? 'LENDER' : 'BORROWER'
  const them: Party = me === 'LENDER' ? 'BORROWER' : 'LENDER'
  return restatedRows.find((row) => {
    const isHere =
      row.action === wanted.action &&
      row.who === wanted.actor &&
      row.from === guardFacts.phase &&
      row.outcome === wanted.outcome
    return isHere && row.isMet(guardFacts, me, them)
  })
}

/** Everything that anyone could do here now. */
export const openRows = (guardFacts: GuardFacts): Restated[] =>
  restatedRows.filter((row) => {
    if (row.from !== guardFacts.phase) return false
    const isLender = row.who === 'LENDER'
    const isMet = row.isMet(
      guardFacts,
      isLender ? 'LENDER' : 'BORROWER',
      isLender ? 'BORROWER' : 'LENDER',
    )
    const { held, failed } = guardsSeen.get(row) ?? { held: 0, failed: 0 }
    guardsSeen.set(row, isMet ? { held: held + 1, failed } : { held, failed: failed + 1 })
    return isMet
  })

/** Where a row leads. */
export function landing(guardFacts: GuardFacts, { to }: Restated): string {
  return to === 'stays' ? `${guardFacts.status}/${guardFacts.phase}` : (to.split(' + ')[0] ?? '')
}
