import type { Party } from '@pier/protocol/lifecycles/loan'
import { invariant } from '../../src/platform/app-error.ts'
import { givenLoans, sideOf } from './given-loans.ts'
import type { useTestApp } from '../test-app.ts'

type App = ReturnType<typeof useTestApp>
type Loan = Awaited<ReturnType<ReturnType<typeof givenLoans>['running']>>

export const ask = { desired_loan_amount: 40_000, desired_term: 180, desired_apy: 12 }

/** Loans that refinance others. */
export function givenRefinance(app: App) {
  const loans = givenLoans(app)
  const given = {
    ...loans,

    /** Another lender's offer is accepted while the loan runs. */
    async agreedOver(old: Loan, { loan_amount = 40_000 } = {}) {
      await old.as('BORROWER').submit('refinance', ask)
      const terms = { loan_amount, term: 180, apy: 12 }
      const { lender, id: offerId } = await loans.offer(old.domain.id, terms)
      const reply = await old.borrower.browser.post('/escrow/accept', { offerId })
      invariant(reply.statusCode === 201, `given: got ${reply.statusCode}: ${reply.body}`)
      const { id } = reply.json<{ id: string }>()
      await loans.payee(lender)
      const people = { BORROWER: old.borrower, LENDER: lender }
      return { id, lender, as: (party: Party) => sideOf(people[party], id) }
    },

    /** Signed by both; it waits for the loan that it refinances. */
    async linked(old: Loan, options: { loan_amount?: number } = {}) {
      const next = await given.agreedOver(old, options)
      await loans.sign(next.id, 'BORROWER')
      await loans.sign(next.id, 'LENDER')
      return next
    },

    async domainStatus({ domain, borrower }: Loan): Promise<string> {
      const reply = await borrower.browser.get(`/domains/${domain.id}`)
      return reply.json<{ status: string }>().status
    },
  }
  return given
}
