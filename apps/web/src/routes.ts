import { index, layout, route, type RouteConfig } from '@react-router/dev/routes'
import { isVersioned, pageSlugs } from './screens/pages/page-slugs.ts'

const pageScreen = 'screens/pages/page-screen.tsx'

/** The pages that are nothing but a text. */
const pages = pageSlugs.map((slug) =>
  route(isVersioned(slug) ? `${slug}/:version?` : slug, pageScreen, { id: `pages/${slug}` }),
)

const routes = [
  layout('shell/public/public-layout.tsx', [
    index('screens/landing/landing-screen.tsx'),
    route('domains/:page?', 'screens/public-listings/public-listings-screen.tsx'),
    route('domains/listing/:id', 'screens/public-listings/listing-screen.tsx'),
    route('quote', 'screens/quote/quote-index-screen.tsx'),
    ...pages,
    route('quote/:name', 'screens/quote/quote-screen.tsx'),
    route('help', 'screens/help/help-screen.tsx'),
    route('help/:article', 'screens/help/article-screen.tsx'),
    route('contact', 'screens/contact/contact-screen.tsx'),
    route('custody', 'screens/custody/custody-screen.tsx'),
    route('custody/:code', 'screens/custody/certificate-screen.tsx'),
    route('report', 'screens/report/report-screen.tsx'),
    route('numbers', 'screens/numbers/numbers-screen.tsx'),
    route('status', 'screens/status/status-screen.tsx'),
    route('design', 'screens/design/design-screen.tsx'),
    route('*', 'screens/not-found/not-found-screen.tsx'),
  ]),
  layout('screens/sign-in/sign-in-screen.tsx', [
    route('login', 'screens/sign-in/login-tab.tsx'),
    route('register', 'screens/sign-in/register-tab.tsx'),
  ]),
  route('reset-password', 'screens/reset-password/reset-password-screen.tsx'),
  route('stop-transfer', 'screens/stop-transfer/stop-transfer-screen.tsx'),
  route('sign/:token', 'screens/sign/sign-screen.tsx'),
  route('app', 'screens/app/app-shell.tsx', [
    index('screens/app/dashboard/dashboard-screen.tsx'),
    route('my-domains/:at?', 'screens/app/my-domains/my-domains-screen.tsx'),
    route('borrow/:domainsPage?/:offersPage?', 'screens/app/borrow/borrow-screen.tsx'),
    route('lend/:domainsPage?/:offersPage?', 'screens/app/lend/lend-screen.tsx'),
    route('escrow/:id', 'screens/app/loan/loan-screen.tsx'),
    route('escrow/:id/signed-pdf', 'screens/app/loan/signed-pdf-screen.tsx'),
    route('listings/:page?', 'screens/app/listings/listings-screen.tsx'),
    route('listings/listing/:id', 'screens/app/listings/listing-screen.tsx'),
    route('alerts', 'screens/app/alerts/alerts-screen.tsx'),
    route('transactions/:page?', 'screens/app/transactions/transactions-screen.tsx'),
    route('add-balance', 'screens/app/add-balance/add-balance-screen.tsx'),
    route('settings', 'screens/app/settings/settings-screen.tsx'),
    route('*', 'screens/app/not-found/not-found-screen.tsx'),
  ]),
  route('operator/login', 'screens/operator/login/login-screen.tsx'),
  route('operator/join', 'screens/operator/join/join-screen.tsx'),
  route('operator', 'screens/operator/operator-shell.tsx', [
    index('screens/operator/home-screen.tsx'),
    route('queues/:queue', 'screens/operator/queues/queue-screen.tsx'),
    route('cases/:id', 'screens/operator/cases/case-screen.tsx'),
    route('loans/:id', 'screens/operator/loans/loan-screen.tsx'),
    route('transfers/:id', 'screens/operator/transfers/transfer-screen.tsx'),
    route('domains/:id', 'screens/operator/domains/domain-screen.tsx'),
    route('registrar-events', 'screens/operator/registrar-events/registrar-events-screen.tsx'),
    route('users', 'screens/operator/users/users-screen.tsx'),
    route('users/:id', 'screens/operator/users/user-screen.tsx'),
    route('reports/:id', 'screens/operator/reports/report-screen.tsx'),
    route('contact/:id', 'screens/operator/contact/contact-screen.tsx'),
    route('jobs/:id', 'screens/operator/jobs/job-screen.tsx'),
    route('decisions', 'screens/operator/decisions/decisions-screen.tsx'),
    route('decisions/:id', 'screens/operator/decisions/decision-screen.tsx'),
    route('clocks', 'screens/operator/clocks/clocks-screen.tsx'),
    route('ledger', 'screens/operator/ledger/ledger-screen.tsx'),
    route('payments', 'screens/operator/payments/payments-screen.tsx'),
    route('withdrawals', 'screens/operator/withdrawals/withdrawals-screen.tsx'),
    route('reconciliation', 'screens/operator/reconciliation/reconciliation-screen.tsx'),
    route('settings', 'screens/operator/settings/settings-screen.tsx'),
    route('settings/:name', 'screens/operator/settings/setting-screen.tsx'),
    route('tlds', 'screens/operator/tlds/tlds-screen.tsx'),
    route('audit', 'screens/operator/audit/audit-screen.tsx'),
    route('operators', 'screens/operator/operators/operators-screen.tsx'),
    route('*', 'screens/operator/not-found/not-found-screen.tsx'),
  ]),
]

// The error boundary is below the root: a crash at the root would render the document again, and
// React creates its script elements with innerHTML, which Trusted Types forbid.
export default [
  layout('shell/public/error-frame.tsx', routes),
  route('help/card.png', 'screens/help/help-picture.ts', { id: 'help/card' }),
  route('help/:article/card.png', 'screens/help/help-picture.ts'),
  route('domains/listing/:id/card.png', 'screens/public-listings/listing-picture.ts'),
  route('sitemap.xml', 'screens/site-files/sitemap.ts'),
  route('robots.txt', 'screens/site-files/robots.ts'),
  route('humans.txt', 'screens/site-files/humans-txt.ts'),
  route('.well-known/security.txt', 'screens/site-files/security-txt.ts'),
  route('manifest.webmanifest', 'screens/site-files/app-manifest.ts'),
  route('feed.xml', 'screens/site-files/feed-xml.ts'),
  route('feed.json', 'screens/site-files/feed-json.ts'),
  ...pageSlugs.map((slug) =>
    route(`${slug}/card.png`, 'screens/pages/page-picture.ts', { id: `pages/${slug}/card` }),
  ),
  route('quote/:name/card.png', 'screens/quote/quote-picture.ts'),
  route('custody/key.pem', 'screens/custody/files/key-file.ts'),
  route('custody/:code/certificate.json', 'screens/custody/files/certificate-file.ts'),
  route('custody/:code/certificate.sig', 'screens/custody/files/signature-file.ts'),
  route('custody/:code/card.png', 'screens/custody/files/certificate-picture.ts'),
] satisfies RouteConfig
