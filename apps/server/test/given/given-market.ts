import { invariant } from '../../src/platform/app-error.ts'
import type { Database } from '../../src/platform/db/database.ts'
import { givenDomains } from './given-domains.ts'
import type { TestBrowser } from '../test-browser.ts'
import type { useTestApp } from '../test-app.ts'

type App = ReturnType<typeof useTestApp>
type Person = Awaited<ReturnType<App['given']['verifiedUser']>>
export type OfferView = {
  id: string
  status: string
  reason: string | null
  version: number
  side: string
  loan_amount: number
  your_move: boolean
  is_backup: boolean
}

const ask = { desired_loan_amount: 32_000, desired_term: 180, desired_apy: 14.5 }
export const bid = { loan_amount: 30_000, term: 210, apy: 13.25 }

/** Borrowers with a listed domain, and lenders. */
export function givenMarket(app: App) {
  const owner = (): Database => app.database.owner
  const domains = givenDomains(owner)
  const given = {
    ...domains,

    async listing(more: object = {}) {
      const borrower = await app.given.verifiedUser()
      const domain = await domains.verifiedDomain(borrower.browser)
      return { borrower, domain, listingId: await given.list(borrower, domain.id, more) }
    },

    async list({ browser }: Person, domainId: string, more: object = {}): Promise<string> {
      const reply = await browser.post('/listings', { domain_id: domainId, ...ask, ...more })
      invariant(reply.statusCode === 201, `given: got ${reply.statusCode}: ${reply.body}`)
      return reply.json<{ id: string }>().id
    },

    /** An offer on the domain, with its lender. */
    async offer(domainId: string, more: object = {}, by?: Person) {
      const lender = by ?? (await app.given.verifiedUser({ name: 'Teodor Nyberg' }))
      const reply = await lender.browser.post('/offers', { domain_id: domainId, ...bid, ...more })
      invariant(reply.statusCode === 201, `given: got ${reply.statusCode}: ${reply.body}`)
      return { lender, ...reply.json<{ id: string; version: number; escrow_id: string | null }>() }
    },

    /** A loan that waits for both signatures. */
    async loan(by?: Person) {
      const listed = await given.listing()
      const { lender, id } = await given.offer(listed.domain.id, {}, by)
      const reply = await listed.borrower.browser.post('/escrow/accept', { offerId: id })
      invariant(reply.statusCode === 201, `given: got ${reply.statusCode}: ${reply.body}`)
      return { ...listed, lender, offerId: id, escrowId: reply.json<{ id: string }>().id }
    },

    offers: async (browser: TestBrowser, list: 'my-offers' | 'sent-offers') =>
      (await browser.get(`/offers/${list}?limit=100`)).json<{ offers: OfferView[] }>().offers,
  }
  return given
}
