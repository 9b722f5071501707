/** Another lender refinances a loan, from the listing of its domain to the accepted offer. */
import { owedOn } from '@pier/protocol/loans/repayment'
import { invariant } from '../../src/platform/app-error.ts'
import type { House, Person } from '../custody/custody-house.ts'
import { callAs, type Loan } from './cast/loans-cast.ts'
import { pressAndCheck, say, type Scene } from './loans-checks.ts'
import { expectRow, look, type Seen } from './loans-oracle.ts'
import { submit } from './cast/loans-presses.ts'

const seek = { action: 'seekRefinance', actor: 'BORROWER' } as const

/**
 * The borrower lists the domain if needed, another lender offers, and the borrower accepts, at
 * times while the first lender ends the loan. It must succeed where the table allows it.
 */
export async function agreeOver(scene: Scene, loan: Loan, pick: number): Promise<void> {
  const { house, cast } = scene
  const seen = await look(house, loan.id)
  if (seen.phase !== 'ACTIVE') return
  if (!seen.isListed) await pressAndCheck(scene, loan, seen, seek)
  const others = cast.lenders.filter(({ id }) => id !== loan.people.LENDER.id)
  const lender = others[pick % others.length]
  invariant(lender, 'there are other lenders')
  const payoutCents = await payoutOf(house, loan)
  // While the clock is stopped, interest-free days may be added: less is owed then, never more.
  const short = seen.isClockStopped ? -Math.floor(payoutCents / 2) : -1
  const extraCents = [0, 0, 12_345, 50_000, short][pick % 5] ?? 0
  const offerId = await offer(lender, loan, (payoutCents + extraCents) / 100)
  if (!offerId) return
  const before = await look(house, loan.id)
  const isRace = pick % 7 === 0
  const accept = callAs(loan.people.BORROWER, 'POST', '/escrow/accept', { offerId })
  const finalize = { action: 'finalize', actor: 'LENDER' } as const
  const [accepted, ended] = await Promise.all([
    accept,
    isRace ? submit(house, loan, before, finalize) : undefined,
  ])
  const told = `accepted over ${say(before)}: ${accepted.status} ${accepted.text}, ended: ${ended?.status}`
  invariant(accepted.status < 500 && (ended?.status ?? 0) < 500, `an error: ${told}`)
  const isEnough = extraCents >= 0
  const isOpen = isEnough && canBeTakenOver(before)
  invariant(isRace || (accepted.status === 201) === isOpen, `L1: ${told}`)
  if (accepted.status !== 201) return
  invariant(isOpen, `L1: ${told}`)
  const people = { ...loan.people, LENDER: lender }
  const id = String(accepted.body.id)
  scene.loans.push({ ...loan, id, people, links: {}, refinances: loan.id })
  scene.tally.takeovers++
}

const canBeTakenOver = (seen: Seen) => expectRow(seen, seek) !== undefined

/** Null if the domain is no longer listed, or this lender already has an offer that waits. */
async function offer(lender: Person, { domainId }: Loan, amount: number): Promise<string | null> {
  const bid = { domain_id: domainId, loan_amount: amount, term: 21, apy: 12.5 }
  const reply = await callAs(lender, 'POST', '/offers', bid)
  invariant(reply.status < 500, `an error: ${reply.text}`)
  return reply.status === 201 ? String(reply.body.id) : null
}

type Debt = {
  principal: string
  rate_bps: number
  term_days: number
  value_date: string
  interest_free: [string, string][]
  now: Date
  payments: { paidOn: string; amountCents: number }[]
}

const payDays = 5

/** The payoff on the last day that another lender has to pay the loan out. */
async function payoutOf({ rows }: House, { id }: Loan): Promise<number> {
  const [debt] = await rows<Debt>(
    `select amount_cents as principal, rate_bps, term_days, value_date::text, interest_free,
       app_now() as now,
       (select coalesce(jsonb_agg(jsonb_build_object('paidOn', paid_on, 'amountCents', amount_cents)
          order by created_at, id), '[]') from escrow_payments
        where escrow_id = e.id and kind = 'PARTIAL' and status = 'CONFIRMED') as payments
     from escrows as e where id = $1`,
    [id],
  )
  invariant(debt, 'a loan is never gone')
  const { rate_bps: rateBps, term_days: termDays, value_date: valueDate, payments, now } = debt
  const interestFree = debt.interest_free
  const owed = { principalCents: Number(debt.principal), payments, advances: [], interestFree }
  const terms = { ...owed, rateBps, termDays, valueDate }
  const last = new Date(now.getTime() + payDays * 86_400_000).toISOString().slice(0, 10)
  return owedOn(terms, last).payoffCents
}
