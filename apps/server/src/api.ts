import {
  certificateRoutes,
  publicCertificateRoutes,
} from './modules/custody/certificates/certificates.routes.ts'
import {
  custodyRoutes,
  nameserverRoutes,
  stopTransferRoutes,
} from './modules/custody/custody.routes.ts'
import { agreeingRoutes } from './modules/loans/amendments/amendments.routes.ts'
import { contractRoutes } from './modules/contracts/contracts.routes.ts'
import { loanListRoutes } from './modules/loans/views/loan-lists.routes.ts'
import { loanRoutes } from './modules/loans/actions/actions.routes.ts'
import { loanNameRoutes } from './modules/loans/collateral/domain.routes.ts'
import { loanNameserverRoutes } from './modules/loans/collateral/nameservers.routes.ts'
import { revealRoutes } from './modules/loans/repayment/payee-details.routes.ts'
import { advanceRoutes } from './modules/loans/collateral/advances.routes.ts'
import { partRoutes } from './modules/loans/repayment/partial-payments.routes.ts'
import { refinanceRoutes } from './modules/loans/refinance/refinance.routes.ts'
import { evidenceRoutes, fileRoutes } from './modules/messages/evidence/files.routes.ts'
import { loanFileRoutes } from './modules/messages/loan-file/loan-file.routes.ts'
import { messageRoutes } from './modules/messages/chat/messages.routes.ts'
import { caseRoutes } from './modules/disputes/case/case.routes.ts'
import { decisionRoutes } from './modules/approvals/decisions/decisions.routes.ts'
import { moneyRoutes } from './modules/back-office/desks/money-desk.routes.ts'
import { contactRoutes, publicContactRoutes } from './modules/back-office/reports/contact.routes.ts'
import { numbersRoutes } from './modules/back-office/reports/numbers/numbers.routes.ts'
import { repaidRoutes } from './modules/back-office/reports/numbers/repaid.routes.ts'
import { statusRoutes } from './modules/back-office/reports/status.routes.ts'
import { settingsRoutes } from './modules/back-office/settings/settings.routes.ts'
import { operatorCaseRoutes } from './modules/disputes/file/case-file.routes.ts'
import { operatorLoanRoutes } from './modules/back-office/loans/loan-page.routes.ts'
import { safeguardRoutes } from './modules/approvals/proposals/safeguards.routes.ts'
import { operatorRoutes, operatorSignInRoutes } from './modules/operators/operators.routes.ts'
import { queueRoutes } from './modules/back-office/queues/queues.routes.ts'
import { deadLetterRoutes, deskRoutes } from './modules/back-office/desks/registry-desk.routes.ts'
import { reportRoutes, publicReportRoutes } from './modules/back-office/reports/reports.routes.ts'
import { userDeskRoutes } from './modules/back-office/desks/user-desk.routes.ts'
import { pageRoutes } from './modules/pages/pages.routes.ts'
import { offerListRoutes } from './modules/offers/lists/offer-lists.routes.ts'
import { offerRoutes } from './modules/offers/negotiation/offers.routes.ts'
import { directoryRoutes } from './modules/listings/directory/directory.routes.ts'
import { listingPageRoutes } from './modules/listings/directory/listing-page.routes.ts'
import { quoteRoutes } from './modules/listings/quotes/quotes.routes.ts'
import { listingRoutes } from './modules/listings/publishing/listings.routes.ts'
import { searchRoutes } from './modules/listings/searches/searches.routes.ts'
import { domainRoutes, ownDomainRoutes, priceRoutes } from './modules/domains/domains.routes.ts'
import { liveRoutes } from './modules/notifications/live.routes.ts'
import { mailReportRoutes } from './modules/notifications/mail-reports.routes.ts'
import { unsubscribeRoutes } from './modules/notifications/unsubscribe.routes.ts'
import { notificationRoutes } from './modules/notifications/notifications.routes.ts'
import { transactionRoutes, withdrawalRoutes } from './modules/payments/transactions.routes.ts'
import { webhookRoutes } from './modules/payments/settlement/webhooks.routes.ts'
import {
  mfaRoutes,
  mfaUnlockRoutes,
  sessionRoutes,
  userDataRoutes,
} from './modules/users/account-safety.routes.ts'
import { clientOf, openUserClients } from './modules/users/users.service.ts'
import { authenticate } from './modules/users/sessions/sessions.service.ts'
import { payeeRoutes } from './modules/users/payees/payees.routes.ts'
import { profileRoutes, signInRoutes } from './modules/users/users.routes.ts'
import { documentOf } from './platform/http/api-document.ts'
import { createApp, type App, type RoutePlugin } from './platform/http/app.ts'

const routes: RoutePlugin[] = [
  pageRoutes,
  operatorSignInRoutes,
  operatorRoutes,
  decisionRoutes,
  queueRoutes,
  deadLetterRoutes,
  deskRoutes,
  userDeskRoutes,
  reportRoutes,
  publicReportRoutes,
  contactRoutes,
  publicContactRoutes,
  moneyRoutes,
  settingsRoutes,
  numbersRoutes,
  repaidRoutes,
  statusRoutes,
  operatorCaseRoutes,
  operatorLoanRoutes,
  safeguardRoutes,
  signInRoutes,
  profileRoutes,
  sessionRoutes,
  mfaRoutes,
  mfaUnlockRoutes,
  userDataRoutes,
  payeeRoutes,
  notificationRoutes,
  mailReportRoutes,
  unsubscribeRoutes,
  liveRoutes,
  domainRoutes,
  ownDomainRoutes,
  priceRoutes,
  transactionRoutes,
  withdrawalRoutes,
  webhookRoutes,
  custodyRoutes,
  nameserverRoutes,
  stopTransferRoutes,
  certificateRoutes,
  publicCertificateRoutes,
  listingRoutes,
  directoryRoutes,
  listingPageRoutes,
  quoteRoutes,
  searchRoutes,
  offerListRoutes,
  offerRoutes,
  loanListRoutes,
  loanRoutes,
  loanNameRoutes,
  loanNameserverRoutes,
  revealRoutes,
  partRoutes,
  advanceRoutes,
  agreeingRoutes,
  refinanceRoutes,
  messageRoutes,
  fileRoutes,
  evidenceRoutes,
  loanFileRoutes,
  caseRoutes,
  contractRoutes,
]

/** The whole API, wired. `main-api.ts` listens with it, tests inject into it. */
export async function createApi(settings: Parameters<typeof createApp>[0]): Promise<App> {
  const app = await createApp(settings)
  const { db, config, live } = settings
  const clients = await openUserClients(config)
  app.decorate('authenticate', (request) => {
    const header = request.headers['x-access-token']
    const token = typeof header === 'string' ? header : undefined
    return authenticate(db, clients, { token, client: clientOf(request) })
  })
  app.decorate('livePosition', () => live.position())
  await app.register(
    async (api) => {
      for (const plugin of routes) {
        await api.register((scope) => plugin(scope as App, { db, config, live }))
      }
      api.get('/docs', { schema: { hide: true } }, () => documentOf(app, 'users'))
    },
    { prefix: '/api' },
  )
  return app
}
