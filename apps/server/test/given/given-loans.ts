import type { Party } from '@pier/protocol/lifecycles/loan'
import { recordSigned } from '../../src/modules/loans/opening/opening.service.ts'
import { lockLoan } from '../../src/modules/loans/loans.service.ts'
import { invariant } from '../../src/platform/app-error.ts'
import { inTransaction } from '../../src/platform/db/database.ts'
import { givenMarket } from './given-market.ts'
import type { useTestApp } from '../test-app.ts'

type App = ReturnType<typeof useTestApp>
type Person = Awaited<ReturnType<App['given']['verifiedUser']>>
type Options = { isInCustody?: boolean; withPayees?: boolean; [bid: string]: unknown }
export type LoanView = {
  id: string
  version: number
  status: string
  phase: string
  your_move: boolean
  deadline_at: string | null
  due_at: string | null
  grace_until: string | null
  objection_until: string | null
  value_date: string | null
  move: { whose: string; title: string }
  on_deadline: string
  actions: { action: string; open: boolean; why_not: string | null }[]
  payoff: { today: { amount: number }; due: { amount: number } } | null
  repay: number
  per_diem: number
  pause: { reason: string; title: string; note: string } | null
  payments: { kind: string; status: string; amount: number | null }[]
  dispute: { reason: string; by: string } | null
  payee: { state: string; locked_since: string | null; revealed_at: string | null }
  your_payee: string
  clock_stopped: boolean
}

export const bankDetails = {
  rail: 0,
  account: 'SE4550000000058398257466',
  bank: 'SEB',
  bic: 'ESSESESS',
}
export const coinDetails = {
  rail: 1,
  asset: 'USDT',
  network: 'Tron',
  address: 'TXYZopYRdj2D9XRtbG411XZZ3kM5VkAeBf',
}

/** Loans in the states that tests begin with, each with two parties who can act. */
export function givenLoans(app: App) {
  const market = givenMarket(app)
  const given = {
    ...market,

    /** Waits for both signatures, on a domain in custody or not yet. */
    async agreed({ isInCustody = true, withPayees = true, ...bid }: Options = {}) {
      const borrower = await app.given.verifiedUser()
      const domain = isInCustody
        ? await market.domainInCustody(borrower.browser)
        : await market.verifiedDomain(borrower.browser)
      await market.list(borrower, domain.id)
      const { lender, id: offerId } = await market.offer(domain.id, bid)
      const reply = await borrower.browser.post('/escrow/accept', { offerId })
      invariant(reply.statusCode === 201, `given: got ${reply.statusCode}: ${reply.body}`)
      const { id } = reply.json<{ id: string }>()
      if (withPayees) {
        await given.payee(borrower)
        await given.payee(lender)
      }
      const people = { BORROWER: borrower, LENDER: lender }
      const loan = { id, borrower, lender, domain, offerId }
      return { ...loan, as: (party: Party) => sideOf(people[party], id) }
    },

    /** Has given payment details, for bank and for coins. */
    async payee({ browser }: Person) {
      for (const details of [bankDetails, coinDetails]) {
        const reply = await browser.put('/users/payout-details', details)
        invariant(reply.statusCode === 200, `given: got ${reply.statusCode}: ${reply.body}`)
      }
    },

    sign: (escrowId: string, party: Party) =>
      inTransaction(app.db, async (tx) => {
        const locked = await lockLoan(tx, escrowId)
        // As if it were printed: what is signed does not matter here.
        const loan = { ...locked, guardFacts: { ...locked.guardFacts, isPrinted: true } }
        const userId = party === 'BORROWER' ? loan.loan.borrowerId : loan.loan.lenderId
        await recordSigned(tx, loan, { party, userId, documentHash: 'ab'.repeat(32) })
      }),

    async signed(options: Options = {}) {
      const loan = await given.agreed(options)
      await given.sign(loan.id, 'BORROWER')
      await given.sign(loan.id, 'LENDER')
      return loan
    },

    /** Paid out and confirmed today. */
    async running(options: Options = {}) {
      const loan = await given.signed(options)
      await loan.as('BORROWER').submit('markPaid')
      return loan
    },
  }
  return given
}

/** Whoever accepts something sends the version they saw. */
const agreeing = ['payments/confirm', 'extension/accept', 'settlement/accept']

/** Sessions end while the clock is moved; whoever acts logs in again first. */
export function sideOf({ browser, email, password }: Person, id: string) {
  const again = async <R extends { statusCode: number }>(call: () => Promise<R>): Promise<R> => {
    const reply = await call()
    if (reply.statusCode !== 401) return reply
    await browser.logIn({ email, password })
    await browser.get('/users/self')
    return call()
  }
  const get = (path: string) => again(() => browser.get(`/escrow/${id}${path}`))
  const seen = async () => ({ version: (await get('')).json<LoanView>().version })
  const post = async (action: string, body?: object) => {
    const sent = body ?? (agreeing.includes(action) ? await seen() : undefined)
    return again(() => browser.post(`/escrow/${id}/${action}`, sent))
  }
  return {
    browser,
    get,
    post,
    async read(): Promise<LoanView> {
      const reply = await again(() => browser.get(`/escrow/${id}`))
      invariant(reply.statusCode === 200, `got ${reply.statusCode}: ${reply.body}`)
      return reply.json<LoanView>()
    },
    /** Fails if the action is refused. */
    async submit(action: string, body?: object): Promise<LoanView> {
      const reply = await post(action, body)
      invariant(reply.statusCode === 200, `${action}: got ${reply.statusCode}: ${reply.body}`)
      return reply.json<LoanView>()
    },
    /** The action may be refused: returns how. */
    async try(action: string, body?: object): Promise<string> {
      const reply = await post(action, body)
      const { status, phase, code } = reply.json<{ status: string; phase: string; code: string }>()
      return reply.statusCode === 200 ? `${status} ${phase}` : `${reply.statusCode} ${code}`
    },
  }
}
