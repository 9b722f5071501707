import type { z } from 'zod'
import * as contact from './contact.ts'
import * as certificates from './certificates.ts'
import * as domains from './domains.ts'
import * as agreements from './loans/agreements.ts'
import * as loan from './loans/loan.ts'
import * as loanEvents from './loans/loan-events.ts'
import * as loanNames from './loans/loan-names.ts'
import * as loans from './loans/loans.ts'
import * as listings from './listings.ts'
import * as messages from './loans/messages.ts'
import * as nameservers from './loans/nameservers.ts'
import * as notifications from './notifications.ts'
import * as offers from './offers.ts'
import * as transactions from './transactions.ts'
import * as operator from './operator/operator.ts'
import * as cases from './operator/operator-cases.ts'
import * as desk from './operator/operator-desk.ts'
import * as operatorUsers from './operator/operator-users.ts'
import * as operatorDecisions from './operator/operator-decisions.ts'
import * as operatorLoans from './operator/operator-loans.ts'
import * as operatorMoney from './operator/operator-money.ts'
import * as operatorSettings from './operator/operator-settings.ts'
import * as numbers from './numbers.ts'
import * as quotes from './quotes.ts'
import * as users from './users.ts'

/**
 * Every HTTP call of the product under its method and path. The server registers its routes with
 * these schemas, the OpenAPI document is printed from them, and the web takes their types.
 */
export const calls = {
  'POST /users/login': users.loginCall,
  'POST /users/register': users.registerCall,
  'POST /users/refresh': users.refreshCall,
  'POST /users/logout': users.logoutCall,
  'POST /users/get_reset_token': users.requestResetCall,
  'POST /users/reset': users.resetPasswordCall,
  'GET /users/self': users.getSelfCall,
  'POST /users/terms': users.acceptTermsCall,
  'GET /users/first-steps': users.listFirstStepsCall,
  'POST /users/profile': users.saveProfileCall,
  'POST /users/verify-email': users.verifyEmailCall,
  'POST /users/verify-email/resend': users.resendVerificationCall,
  'POST /users/freeze': users.freezeCall,
  'POST /users/step-up': users.stepUpCall,
  'POST /users/mfa/start': users.startMfaCall,
  'POST /users/mfa/confirm': users.confirmMfaCall,
  'POST /users/mfa/recovery-codes': users.renewRecoveryCodesCall,
  'POST /users/mfa/unlock': users.unlockMfaCall,
  'DELETE /users/mfa': users.stopMfaCall,
  'GET /users/sessions': users.listSessionsCall,
  'DELETE /users/sessions': users.endOtherSessionsCall,
  'DELETE /users/sessions/:id': users.endSessionCall,
  'POST /users/export': users.requestExportCall,
  'GET /users/export/:id': users.downloadExportCall,
  'GET /users/payout-details': users.listPayeesCall,
  'PUT /users/payout-details': users.savePayeeCall,
  'DELETE /users/payout-details/:rail': users.stopPayeeChangeCall,
  'POST /users/deletion': users.requestDeletionCall,
  'DELETE /users/deletion': users.cancelDeletionCall,
  'GET /notifications': notifications.listNotificationsCall,
  'POST /notifications/:id': notifications.markNotificationReadCall,
  'POST /notifications/read-all': notifications.markAllReadCall,
  'POST /notifications/unsubscribe/:token': notifications.unsubscribeCall,
  'GET /notifications/preferences': notifications.getPreferencesCall,
  'POST /notifications/preferences': notifications.savePreferencesCall,
  'GET /prices': domains.pricesCall,
  'GET /domains': domains.listDomainsCall,
  'GET /domains/export': domains.exportDomainsCall,
  'POST /domains/add': domains.addDomainCall,
  'POST /domains/import': domains.importDomainsCall,
  'GET /domains/:id': domains.getDomainCall,
  'DELETE /domains/:id': domains.removeDomainCall,
  'POST /domains/:id/verify': domains.verifyDomainCall,
  'GET /domains/:id/passport': domains.getPassportCall,
  'POST /domains/:id/quote': domains.quoteDomainCall,
  'POST /domains/:id/transfer': domains.transferInCall,
  'DELETE /domains/:id/transfer': domains.cancelTransferInCall,
  'POST /domains/:id/transferOut': domains.transferOutCall,
  'DELETE /domains/:id/transferOut': domains.cancelTransferOutCall,
  'POST /domains/transferOut/stop': domains.stopTransferOutCall,
  'POST /domains/:id/editNS': nameservers.editNameserversCall,
  'GET /domains/:id/nameservers': nameservers.getNameserversCall,
  'POST /domains/:id/nameservers/undo': nameservers.undoNameserversCall,
  'POST /domains/:id/renew': domains.renewDomainCall,
  'GET /domains/:id/certificate': certificates.getOwnCertificateCall,
  'PUT /domains/:id/certificate': certificates.putCertificateCall,
  'DELETE /domains/:id/certificate': certificates.deleteCertificateCall,
  'GET /custody/key': certificates.certificateKeyCall,
  'GET /custody/:code': certificates.getCertificateCall,
  'POST /custody/:code/check': certificates.checkCertificateCall,
  'GET /listings': listings.listListingsCall,
  'GET /listings/:id': listings.getListingCall,
  'POST /listings': listings.createListingCall,
  'PATCH /listings/:id': listings.editListingCall,
  'POST /listings/:id/renew': listings.renewListingCall,
  'DELETE /listings/:id': listings.removeListingCall,
  'GET /searches': listings.listSearchesCall,
  'POST /searches': listings.saveSearchCall,
  'PUT /searches/:id': listings.editSearchCall,
  'GET /searches/:id/listings': listings.listFoundCall,
  'POST /searches/:id/look': listings.lookAtSearchCall,
  'DELETE /searches/:id': listings.deleteSearchCall,
  'POST /offers': offers.makeOfferCall,
  'GET /offers/my-offers': offers.listReceivedOffersCall,
  'GET /offers/sent-offers': offers.listSentOffersCall,
  'GET /offers/export': offers.exportOffersCall,
  'POST /offers/:id': offers.decideOfferCall,
  'POST /offers/:id/counter': offers.counterOfferCall,
  'POST /escrow/accept': loan.acceptOfferCall,
  'POST /escrow/borrower': loan.listBorrowedCall,
  'POST /escrow/lender': loan.listLentCall,
  'GET /escrow/export': loan.exportLoansCall,
  'GET /escrow/:id': loan.readLoanCall,
  'GET /escrow/:id/events': loanEvents.listLoanEventsCall,
  'POST /escrow/:id/cancel': loan.cancelLoanCall,
  'POST /escrow/:id/markPaid': loan.markPaidCall,
  'POST /escrow/:id/confirmReceipt': loan.confirmReceiptCall,
  'POST /escrow/:id/withdrawClaim': loan.withdrawClaimCall,
  'POST /escrow/:id/finalize': loan.finalizeCall,
  'POST /escrow/:id/tender': loan.tenderCall,
  'POST /escrow/:id/surrender': loan.surrenderCall,
  'POST /escrow/:id/sell': loan.askToSellCall,
  'POST /escrow/:id/escalate': loan.escalateCall,
  'POST /escrow/:id/contest': loan.contestCall,
  'POST /escrow/:id/reveal': loans.revealPayeeCall,
  'POST /escrow/:id/payments': loans.recordPartialPaymentCall,
  'POST /escrow/:id/payments/confirm': loans.confirmPartialPaymentCall,
  'POST /escrow/:id/payments/deny': loans.denyPartialPaymentCall,
  'GET /escrow/:id/payoff': loans.quotePayoffCall,
  'POST /escrow/:id/advance/quote': loans.quoteAdvanceCall,
  'POST /escrow/:id/advance': loans.advanceCall,
  'POST /escrow/:id/extension': loans.proposeExtensionCall,
  'POST /escrow/:id/extension/accept': loans.acceptExtensionCall,
  'POST /escrow/:id/extension/decline': loans.declineExtensionCall,
  'POST /escrow/:id/settlement': loans.proposeSettlementCall,
  'POST /escrow/:id/settlement/accept': loans.acceptSettlementCall,
  'POST /escrow/:id/settlement/decline': loans.declineSettlementCall,
  'POST /escrow/:id/refinance': loans.seekRefinanceCall,
  'POST /escrow/:id/refinance/confirm': loans.confirmRefinanceCall,
  'POST /escrow/:id/refinance/rest': loans.confirmRestCall,
  'GET /escrow/:id/calendar.ics': loans.readCalendarCall,
  'GET /escrow/:id/files': loans.listFilesCall,
  'GET /escrow/:id/files/:fileId': loans.readFileCall,
  'POST /escrow/:id/evidence': loans.addEvidenceCall,
  'GET /escrow/:id/agreement.pdf': loans.readAgreementCall,
  'GET /escrow/:id/bundle': loans.readLoanFileCall,
  'GET /escrow/:id/messages': messages.listMessagesCall,
  'POST /escrow/:id/message': messages.sendMessageCall,
  'POST /escrow/:id/read': messages.readMessagesCall,
  'GET /escrow/:id/name': loanNames.readLoanNameCall,
  'GET /escrow/:id/nameservers': loans.readLoanNameserversCall,
  'POST /escrow/:id/nameservers': loans.editLoanNameserversCall,
  'POST /escrow/:id/nameservers/undo': loans.undoLoanNameserversCall,
  'GET /agreements/:token': agreements.readToSignCall,
  'GET /agreements/:token/document': agreements.readDocumentCall,
  'POST /agreements/:token/sign': agreements.signCall,
  'GET /transactions': transactions.listTransactionsCall,
  'GET /transactions/statement': transactions.downloadStatementCall,
  'POST /transactions/stripe-session': transactions.startCardTopUpCall,
  'POST /transactions/nowpayments-session': transactions.startCryptoTopUpCall,
  'GET /transactions/withdrawal': transactions.getWithdrawalCall,
  'POST /transactions/withdrawals': transactions.requestWithdrawalCall,
  'DELETE /transactions/withdrawals/:id': transactions.cancelWithdrawalCall,
  'POST /operator/login': operator.loginCall,
  'POST /operator/logout': operator.logoutCall,
  'GET /operator/self': operator.selfCall,
  'POST /operator/join/start': operator.startJoinCall,
  'POST /operator/join': operator.joinCall,
  'GET /operator/docs': operator.docsCall,
  'GET /operator/operators': operator.listOperatorsCall,
  'POST /operator/operators': operator.inviteCall,
  'PUT /operator/operators/:id/roles': operator.setRolesCall,
  'POST /operator/operators/:id/end': operator.endOperatorCall,
  'GET /operator/audit': operator.auditCall,
  'GET /operator/audit.csv': operator.auditFileCall,
  'GET /operator/queues': operator.queuesCall,
  'GET /operator/queues/:queue': operator.queueCall,
  'PUT /operator/queues/:queue/:id': operator.assignCall,
  'POST /operator/queues/:queue/:id/dismiss': operator.dismissCall,
  'GET /operator/decisions': operatorDecisions.decisionsCall,
  'GET /operator/decisions/:id': operatorDecisions.decisionCall,
  'POST /operator/decisions/:id/confirm': operatorDecisions.confirmCall,
  'POST /operator/decisions/:id/decline': operatorDecisions.declineCall,
  'GET /operator/loans/:id': operatorLoans.loanCall,
  'GET /operator/loans/:id/as/:party': operatorLoans.loanAsCall,
  'POST /operator/loans/:id/open': operatorLoans.openFileCall,
  'POST /operator/loans/:id/rule': operatorDecisions.ruleCall,
  'POST /operator/loans/:id/seize': operatorDecisions.seizeCall,
  'POST /operator/loans/:id/seize-for-platform': operatorDecisions.seizeForPlatformCall,
  'POST /operator/loans/:id/cancel': operatorLoans.cancelLoanCall,
  'GET /operator/cases/:id': cases.caseCall,
  'POST /operator/cases/:id/questions': cases.askPartyCall,
  'PUT /operator/cases/:id/exhibits/:number': cases.markExhibitCall,
  'GET /operator/cases/:id/exhibits/:number': cases.exhibitFileCall,
  'POST /operator/documents': operatorLoans.addDocumentCall,
  'GET /operator/documents/:id': operatorLoans.readDocumentCall,
  'POST /operator/holds': operatorLoans.placeHoldCall,
  'POST /operator/holds/:id/lift': operatorLoans.liftHoldCall,
  'GET /operator/clocks': operatorLoans.stopsCall,
  'POST /operator/clocks': operatorLoans.stopClockCall,
  'POST /operator/clocks/:id/start': operatorLoans.startClockCall,
  'GET /operator/jobs/:id': desk.deadJobCall,
  'POST /operator/jobs/:id/retry': desk.retryJobCall,
  'POST /operator/jobs/:id/resolve': desk.resolveJobCall,
  'GET /operator/domains/:id': desk.deskDomainCall,
  'GET /operator/transfers/:id': desk.deskTransferCall,
  'POST /operator/transfers/:id/resolve': desk.resolveTransferCall,
  'POST /operator/commands/:id/retry': desk.retryCommandCall,
  'POST /operator/commands/:id/resolve': desk.resolveCommandCall,
  'GET /operator/registrar-events': desk.registrarEventsCall,
  'POST /operator/registrar-events/:id/resolve': desk.resolveEventCall,
  'POST /operator/alarms/:id/resolve': desk.resolveAlarmCall,
  'POST /operator/valuations': desk.valueCall,
  'GET /operator/users': operatorUsers.findUsersCall,
  'GET /operator/users/:id': operatorUsers.userCall,
  'POST /operator/users/:id/open': operatorUsers.openUserCall,
  'POST /operator/users/:id/freeze': operatorUsers.freezeUserCall,
  'POST /operator/users/:id/unfreeze': operatorUsers.unfreezeUserCall,
  'POST /operator/users/:id/messages': operatorUsers.writeToUserCall,
  'PUT /operator/users/:id/email': operatorUsers.changeEmailCall,
  'POST /operator/users/:id/email/keep': operatorUsers.keepEmailCall,
  'POST /contact': contact.contactCall,
  'GET /operator/contact/:id': contact.readContactCall,
  'POST /operator/contact/:id/answer': contact.answerContactCall,
  'POST /operator/contact/:id/close': contact.closeContactCall,
  'POST /reports': operatorUsers.reportCall,
  'GET /operator/reports/:id': operatorUsers.readReportCall,
  'POST /operator/reports/:id/close': operatorUsers.closeReportCall,
  'GET /escrow/:id/case': cases.getOwnCaseCall,
  'POST /escrow/:id/case/statements': cases.stateCall,
  'POST /escrow/:id/case/questions/:question': cases.answerCall,
  'POST /escrow/:id/case/rulings/:ruling/accept': cases.acceptRulingCall,
  'POST /escrow/:id/case/rulings/:ruling/appeal': cases.appealCall,
  'GET /operator/ledger': operatorMoney.ledgerCall,
  'GET /operator/ledger/accounts': operatorMoney.accountsCall,
  'GET /operator/payment-events': operatorMoney.paymentEventsCall,
  'POST /operator/payment-events/:id/resolve': operatorMoney.resolveEventCall,
  'POST /operator/payment-events/:id/retry': operatorMoney.retryEventCall,
  'POST /operator/payment-events/look-up': operatorMoney.lookUpPaymentCall,
  'GET /operator/withdrawals': operatorMoney.withdrawalsCall,
  'POST /operator/withdrawals/:id/approve': operatorMoney.approveWithdrawalCall,
  'POST /operator/withdrawals/:id/refuse': operatorMoney.refuseWithdrawalCall,
  'POST /operator/withdrawals/:id/address': operatorMoney.payoutAddressCall,
  'POST /operator/withdrawals/:id/paid': operatorMoney.withdrawalPaidCall,
  'POST /operator/adjustments': operatorMoney.adjustCall,
  'GET /operator/reconciliation': operatorMoney.reconciliationCall,
  'POST /operator/reconciliation': operatorMoney.reconcileNowCall,
  'GET /operator/settings': operatorSettings.settingsCall,
  'GET /operator/settings/:name': operatorSettings.settingCall,
  'POST /operator/settings/:name': operatorSettings.setCall,
  'GET /operator/tlds': operatorSettings.tldsCall,
  'POST /operator/tlds/:suffix': operatorSettings.setTldCall,
  'GET /numbers': numbers.numbersCall,
  'GET /numbers.csv': numbers.numbersFileCall,
  'GET /repaid': numbers.repaidCall,
  'GET /numbers/reconciliation': numbers.publicReconciliationCall,
  'GET /status': numbers.statusCall,
  'GET /announcement': numbers.announcementCall,
  'GET /company': numbers.companyCall,
  'GET /quotes/:name': quotes.quoteCall,
} as const

export type CallName = keyof typeof calls
type Part<C, K extends string> = C extends Record<K, infer S extends z.ZodType> ? S : never

export type CallInput<N extends CallName> = ([Part<(typeof calls)[N], 'body'>] extends [never]
  ? unknown
  : { body: z.input<Part<(typeof calls)[N], 'body'>> }) &
  ([Part<(typeof calls)[N], 'params'>] extends [never]
    ? unknown
    : { params: z.input<Part<(typeof calls)[N], 'params'>> }) &
  ([Part<(typeof calls)[N], 'querystring'>] extends [never]
    ? unknown
    : { query: z.input<Part<(typeof calls)[N], 'querystring'>> }) &
  ([Part<(typeof calls)[N], 'headers'>] extends [never]
    ? unknown
    : { headers: z.input<Part<(typeof calls)[N], 'headers'>> })

/** Events of the live stream: something to show, or something to reload. */
export type LiveEvent =
  | { type: 'notification'; notification: z.output<typeof notifications.notificationSchema> }
  | { type: 'balance' }
  | { type: 'domains' }
  | { type: 'loans' }

/** The response of a successful call; null where it has no body. */
export type CallOutput<N extends CallName> = (typeof calls)[N]['response'] extends infer R
  ? { [S in keyof R]: R[S] extends z.ZodType ? z.output<R[S]> : never }[keyof R]
  : never
