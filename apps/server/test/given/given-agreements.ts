import type { Party } from '@pier/protocol/lifecycles/loan'
import { invariant } from '../../src/platform/app-error.ts'
import { givenLoans } from './given-loans.ts'
import { until } from './given-payments.ts'
import type { useTestApp } from '../test-app.ts'

type App = ReturnType<typeof useTestApp>
type Loan = Awaited<ReturnType<ReturnType<typeof givenLoans>['agreed']>>
export type ToSignView = {
  name: string
  sha256: string
  pages: number
  is_signed: boolean
  is_other_signed: boolean
  is_open: boolean
  consent: { version: string }
}
type AgreementView = {
  borrower_contract_url: string | null
  lender_contract_url: string | null
  agreement: { state: string; sha256: string | null; your_address_missing: boolean }
}

export const home = {
  address1: 'Skeppsbron 14',
  address2: '',
  city: 'Stockholm',
  zip: '111 30',
  country: 'Sweden',
}

/** Loans whose agreement is printed and ready to be signed. */
export function givenAgreements(app: App) {
  const loans = givenLoans(app)
  const given = {
    ...loans,

    async printed(options: Parameters<typeof loans.agreed>[0] = {}) {
      const loan = await loans.agreed(options)
      await given.live(loan.borrower)
      await given.live(loan.lender, { ...home, address1: 'Kungsgatan 2', city: 'Göteborg' })
      await given.untilState(loan, 'ready')
      return loan
    },

    /** Gives their legal address. */
    async live({ browser }: { browser: Loan['borrower']['browser'] }, address: object = home) {
      const reply = await browser.post('/users/profile', address)
      invariant(reply.statusCode === 204, `given: got ${reply.statusCode}: ${reply.body}`)
    },

    read: async (loan: Loan, party: Party): Promise<AgreementView> =>
      (await loan.as(party).get('')).json<AgreementView>(),

    untilState: (loan: Loan, state: string) =>
      until(async () => (await given.read(loan, 'BORROWER')).agreement.state === state),

    /** The token of a party's own signing link. */
    async token(loan: Loan, party: Party): Promise<string> {
      const view = await given.read(loan, party)
      const url = party === 'BORROWER' ? view.borrower_contract_url : view.lender_contract_url
      invariant(url, 'there is a link to sign')
      return url.slice(url.lastIndexOf('/') + 1)
    },

    /** Opens the page and signs what it shows, with changes if any. */
    async signHere(loan: Loan, party: Party, changes: object = {}) {
      const token = await given.token(loan, party)
      const { browser } = loan.as(party)
      const page = (await browser.get(`/agreements/${token}`)).json<ToSignView>()
      const { sha256: document_sha256, name, consent } = page
      const typed = { document_sha256, name, consent_version: consent.version, agreed: true }
      return browser.post(`/agreements/${token}/sign`, { ...typed, ...changes })
    },

    /** Signed by both; the worker has not added the e-seal yet. */
    async signedHere(options: Parameters<typeof loans.agreed>[0] = {}) {
      const loan = await given.printed(options)
      for (const party of ['LENDER', 'BORROWER'] as const) {
        const reply = await given.signHere(loan, party)
        invariant(reply.statusCode === 200, `given: got ${reply.statusCode}: ${reply.body}`)
      }
      return loan
    },
  }
  return given
}
