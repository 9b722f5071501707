/** Accounts, domains, the market and money: one line per call. */
import { randomUUID } from 'node:crypto'
import type { CallName } from '@pier/protocol/calls/calls'
import { legalVersions } from '@pier/protocol/company/legal'
import { someName } from '../given/given-domains.ts'
import { bankDetails } from '../given/given-loans.ts'
import { bid } from '../given/given-market.ts'
import { goodPassword } from '../given/given-users.ts'
import { open, own, thing, type Made, type More, type Row } from './row.ts'
import { payout, type World } from './world.ts'

const owner = ({ owner: by }: World): Made => ({ by })
const guarded = ({ guarded: by }: World): Made => ({ by })
const leaver = ({ leaver: by }: World): Made => ({ by })
const token = 'x'.repeat(43)
const byLink = (more: object = {}) =>
  open((w) => ({ by: w.owner, body: { token, ...more } }), { says: 'link_invalid' })
const send = (body: object) => (w: World) => ({ by: w.owner, body })
const ask = { desired_loan_amount: 32_000, desired_term: 180, desired_apy: 14.5 }
const hosts = { nameservers: ['ns1.held.example', 'ns2.held.example'] }
const noQuote: More = { says: 'quote_needed' }
const noCode = '2222-2222-2222'
const noCertificate: More = { says: 'certificate_not_found' }
const somebody = () => ({ name: 'Ida Holm', email: `${randomUUID()}@mail.example` })

/** A domain, a listing or a search of the owner. */
const domain =
  (of: (w: World) => { id: string }, sent: object = {}) =>
  (w: World) => ({
    by: w.owner,
    params: { id: of(w).id },
    ...sent,
  })
const ofDomain = (of: (w: World) => { id: string }, body?: object, more: More = {}): Row =>
  thing('domain_not_found', domain(of, body && { body }), more)
const shown = (sent: object = {}) =>
  thing('listing_not_found', (w) => ({
    by: w.shown.borrower,
    params: { id: w.shown.listingId },
    ...sent,
  }))
const search = (sent: object = {}) =>
  thing('search_not_found', (w) => ({ by: w.owner, params: { id: w.searchId }, ...sent }))

export const rowsOfUsers = {
  'POST /users/login': open(({ leaver: by }) => ({
    by,
    body: { email: by.email, password: by.password },
  })),
  'POST /users/register': open((w) => ({
    by: w.owner,
    body: { ...somebody(), password: goodPassword },
  })),
  'POST /users/refresh': open(send({ refreshToken: 'none' }), { says: 'login_required' }),
  'POST /users/logout': own((w) => ({ by: w.denied.lender })),
  'POST /users/get_reset_token': open((w) => ({
    by: w.owner,
    body: { email: somebody().email },
  })),
  'POST /users/reset': byLink({ newPassword: goodPassword }),
  'GET /app': own(owner),
  'GET /app/dashboard': own(owner),
  'GET /users/self': own(owner),
  'POST /users/terms': own(
    send({ terms: legalVersions.terms.version, privacy: legalVersions.privacy.version }),
  ),
  'GET /users/first-steps': own(owner),
  'POST /users/profile': own(send({ city: 'Oslo' })),
  'POST /users/verify-email': byLink(),
  'POST /users/verify-email/resend': own(owner),
  'POST /users/freeze': byLink(),
  'POST /users/step-up': own(send({ action: 'withdraw', object: 'x', password: goodPassword })),
  'POST /users/mfa/start': own(owner),
  'POST /users/mfa/confirm': own(send({ mfa: '000000' }), { says: 'mfa_code_wrong' }),
  'POST /users/mfa/recovery-codes': own(guarded, {
    closes: 'again',
    says: 'step_up_required',
  }),
  'POST /users/mfa/unlock': byLink({ password: goodPassword }),
  'DELETE /users/mfa': own(guarded, { closes: 'grave', says: 'restricted' }),
  'GET /users/sessions': own(owner),
  'DELETE /users/sessions': own(leaver),
  'DELETE /users/sessions/:id': thing('session_not_found', (w) => ({
    by: w.owner,
    params: { id: w.otherSessionId },
  })),
  'POST /users/export': own(owner, { closes: 'grave' }),
  'GET /users/export/:id': thing('export_not_found', (w) => ({
    by: w.owner,
    params: { id: w.exportId },
  })),
  'GET /users/payout-details': own(owner),
  'PUT /users/payout-details': own(send(bankDetails), { closes: 'grave' }),
  'DELETE /users/payout-details/:rail': own((w) => ({ by: w.owner, params: { rail: '0' } })),
  'POST /users/deletion': own(leaver, { closes: 'grave' }),
  'DELETE /users/deletion': own(leaver),
  'GET /notifications': own(owner),
  'POST /notifications/:id': thing('notification_not_found', (w) => ({
    by: w.owner,
    params: { id: w.notificationId },
    body: { read: true },
  })),
  'POST /notifications/read-all': own(send({ message: false })),
  'POST /notifications/unsubscribe/:token': open((w) => ({ by: w.owner, params: { token } }), {
    says: 'link_invalid',
  }),
  'GET /notifications/preferences': own(owner),
  'POST /notifications/preferences': own(send({ mail: {} })),
} satisfies Partial<Record<CallName, Row>>

export const rowsOfDomains = {
  'GET /domains': own(owner),
  'GET /domains/export': own(owner),
  'POST /domains/add': own((w) => ({ by: w.owner, body: { domain: someName() } })),
  'POST /domains/import': own((w) => ({ by: w.owner, body: { names: someName() } })),
  'GET /domains/:id': ofDomain((w) => w.domain),
  'DELETE /domains/:id': ofDomain((w) => w.gone),
  'POST /domains/:id/verify': ofDomain((w) => w.domain),
  'GET /domains/:id/passport': ofDomain((w) => w.domain),
  'POST /domains/:id/quote': ofDomain((w) => w.domain, { operation: 'transfer' }),
  'POST /domains/:id/transfer': ofDomain((w) => w.domain, { transferCode: 'a code' }, noQuote),
  'DELETE /domains/:id/transfer': ofDomain((w) => w.moving),
  'POST /domains/:id/transferOut': ofDomain((w) => w.held, undefined, {
    closes: 'grave',
    says: 'transfer_locked',
  }),
  'DELETE /domains/:id/transferOut': ofDomain((w) => w.leaving),
  'POST /domains/transferOut/stop': byLink(),
  'POST /domains/:id/editNS': ofDomain((w) => w.held, hosts, {
    closes: 'again',
    says: 'nameservers_unchanged',
  }),
  'GET /domains/:id/nameservers': ofDomain((w) => w.held),
  'POST /domains/:id/nameservers/undo': thing(
    'domain_not_found',
    (w) => ({ by: w.owner, params: { id: w.held.id }, body: { change_id: w.changeId } }),
    { closes: 'again', says: 'nameservers_unchanged' },
  ),
  'POST /domains/:id/renew': ofDomain((w) => w.held, { quote_id: randomUUID() }, noQuote),
  'GET /domains/:id/certificate': ofDomain((w) => w.held),
  'PUT /domains/:id/certificate': ofDomain((w) => w.held, { with_handle: false }),
  'DELETE /domains/:id/certificate': ofDomain((w) => w.held),
  'GET /custody/key': open(owner),
  'GET /custody/:code': open((w) => ({ by: w.owner, params: { code: noCode } }), noCertificate),
  'POST /custody/:code/check': open(
    (w) => ({ by: w.owner, params: { code: noCode } }),
    noCertificate,
  ),
} satisfies Partial<Record<CallName, Row>>

export const rowsOfMarket = {
  'GET /listings': open(owner),
  'GET /listings/:id': open((w) => ({ by: w.owner, params: { id: w.shown.listingId } })),
  'POST /listings': thing(
    'domain_not_found',
    (w) => ({ by: w.owner, body: { domain_id: w.domain.id, ...ask } }),
    { closes: 'verified' },
  ),
  'PATCH /listings/:id': shown({ body: ask }),
  'POST /listings/:id/renew': shown(),
  'DELETE /listings/:id': shown(),
  'GET /quotes/:name': open((w) => ({ by: w.owner, params: { name: someName() } })),
  'GET /searches': own(owner),
  'POST /searches': own((w) => ({ by: w.owner, query: '?tld=net' }), { closes: 'verified' }),
  'PUT /searches/:id': search({ query: '?tld=org' }),
  'GET /searches/:id/listings': search(),
  'POST /searches/:id/look': search(),
  'DELETE /searches/:id': search(),
  'POST /offers': own((w) => ({ by: w.owner, body: { domain_id: w.listed.domain.id, ...bid } }), {
    closes: 'verified',
  }),
  'GET /offers/my-offers': own(owner),
  'GET /offers/sent-offers': own(owner),
  'GET /offers/export': own(owner),
  'POST /offers/:id': thing(
    'offer_not_found',
    ({ denied, listed }) => ({
      by: listed.borrower,
      other: denied.lender,
      params: { id: denied.id },
      body: { status: 'DENIED' },
    }),
    { other: 'not_your_move' },
  ),
  'POST /offers/:id/counter': thing(
    'offer_not_found',
    ({ countered, listed }) => ({
      by: listed.borrower,
      other: countered.lender,
      params: { id: countered.id },
      body: { ...bid, loan_amount: 31_000 },
    }),
    { closes: 'verified', other: 'not_your_move' },
  ),
  'POST /escrow/accept': thing(
    'offer_not_found',
    ({ accepted, listed }) => ({
      by: listed.borrower,
      other: accepted.lender,
      body: { offerId: accepted.id },
    }),
    { other: 'not_your_move' },
  ),
} satisfies Partial<Record<CallName, Row>>

const contact = {
  name: 'Oona Kallio',
  email: 'oona@kallio.example',
  topic: 'borrowing',
  message: 'Can I borrow against a name that was registered last week?',
}

const report = {
  kind: 'theft',
  domain: 'stolen.com',
  contact: 'owner@stolen.example',
  statement: 'It was moved out in May without my doing.',
}

export const rowsOfMoney = {
  'GET /transactions': own(owner),
  'GET /transactions/statement': own((w) => ({
    by: w.owner,
    query: '?format=csv&from=2026-01-01&to=2026-01-31',
  })),
  'POST /transactions/stripe-session': own(send({ amount: 20 }), {
    closes: 'verified',
    says: 'payment_provider_unavailable',
  }),
  'POST /transactions/nowpayments-session': own(send({ amount: 20 }), {
    closes: 'verified',
    says: 'payment_provider_unavailable',
  }),
  'GET /transactions/withdrawal': own(owner),
  'POST /transactions/withdrawals': own(send({ amount: 50, ...payout }), {
    closes: 'grave',
    says: 'request_in_progress',
  }),
  'DELETE /transactions/withdrawals/:id': thing('withdrawal_not_found', (w) => ({
    by: w.owner,
    params: { id: w.withdrawalId },
  })),
  'POST /contact': open(send(contact)),
  'POST /reports': open(send(report)),
  'GET /prices': open(owner),
  'GET /numbers': open(owner),
  'GET /numbers/reconciliation': open(owner),
  'GET /numbers.csv': open(owner),
  'GET /repaid': open(owner),
  'GET /status': open(owner),
  'GET /announcement': open(owner),
  'GET /company': open(owner),
} satisfies Partial<Record<CallName, Row>>
