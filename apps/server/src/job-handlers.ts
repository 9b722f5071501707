import type { ContractClients } from './modules/contracts/sealing/contract-clients.ts'
import {
  applyRulingJob,
  lapseDecisionJob,
  checkpointAuditJob,
  notifyOfOutageJob,
} from './modules/back-office/back-office.jobs.ts'
import {
  moveFilesJob,
  prepareJob,
  sealJob as sealAgreementJob,
  writeAnnexJob,
  writeLetterJob,
} from './modules/contracts/contracts.jobs.ts'
import { signCertificateJob } from './modules/custody/certificates/certificates.jobs.ts'
import type { CustodyWorker } from './modules/custody/commands/command-run.ts'
import {
  checkTransferJob,
  closeTransferOutJob,
  keepDomainsJob,
  openTransferOutJob,
  quoteJob,
  renewJob,
  runCommandJob,
  takeUpCustodyJob,
} from './modules/custody/custody.jobs.ts'
import { adoptHoldingJob, settleStuckJob } from './modules/custody/back-office/desk.jobs.ts'
import {
  checkHoldingJob,
  checkHoldingsJob,
  pollJob,
} from './modules/custody/monitoring/watch.jobs.ts'
import { checkControlJob, takeUpDomainsJob } from './modules/domains/domains.jobs.ts'
import { dropLookupsJob, lookUpJob } from './modules/domains/lookups/lookups.jobs.ts'
import {
  readDueRegistrationsJob,
  readRegistrationJob,
  readRegistrationsJob,
} from './modules/domains/registrations/registrations.jobs.ts'
import type { DomainClients } from './modules/domains/registrations/domain-clients.ts'
import { checkpointJob } from './modules/ledger/ledger.jobs.ts'
import { followStopJob, followStopsJob, sealJob, tickJob } from './modules/loans/loans.jobs.ts'
import type { CheckpointKeys } from './modules/loans/loans.service.ts'
import { expireOfferJob } from './modules/offers/negotiation/offers.jobs.ts'
import { alertJob, expireListingJob } from './modules/listings/listings.jobs.ts'
import {
  cleanUpNoticesJob,
  followReportJob,
  sendMailJob,
} from './modules/notifications/notifications.jobs.ts'
import {
  checkTopUpJob,
  cleanUpPaymentsJob,
  handleEventJob,
  payWithdrawalJob,
  returnWithdrawalsJob,
  readCardJob,
  takeUpJob,
} from './modules/payments/payments.jobs.ts'
import type { PaymentClients } from './modules/payments/top-ups/payment-clients.ts'
import { reconcileJob } from './modules/payments/reconciliation/reconciliation.jobs.ts'
import {
  buildExportJob,
  changeEmailJob,
  cleanUpUsersJob,
  deleteUserJob,
  requestResetJob,
} from './modules/users/users.jobs.ts'
import type { UserClients } from './modules/users/users.service.ts'
import { keepPartitions } from './platform/db/partitions.ts'
import { deleteOldCounters } from './platform/limits.ts'
import type { JobHandlers } from './platform/jobs/worker.ts'
import type { Metrics } from './platform/metrics.ts'
import type { Mailer } from './providers/mail/mailer.ts'

export type WorkerClients = {
  mailer: Mailer
  userTools: UserClients
  domainTools: DomainClients
  paymentTools: PaymentClients
  custodyTools: CustodyWorker['custodyTools']
  sealTools: CheckpointKeys
  contractTools: ContractClients
  metrics: Metrics
}

/** Which function runs which job. The type fails when one of the catalogue is missing. */
export const jobHandlers: JobHandlers<WorkerClients> = {
  'notifications.send-mail': sendMailJob,
  'notifications.follow-report': followReportJob,
  'notifications.clean-up': cleanUpNoticesJob,
  'users.request-reset': requestResetJob,
  'users.build-export': buildExportJob,
  'users.delete-user': deleteUserJob,
  'users.change-email': changeEmailJob,
  'users.clean-up': cleanUpUsersJob,
  'ledger.checkpoint': checkpointJob,
  'domains.check-control': checkControlJob,
  'domains.take-up': takeUpDomainsJob,
  'domains.read-registration': readRegistrationJob,
  'domains.read-registrations': readRegistrationsJob,
  'domains.read-due-registrations': readDueRegistrationsJob,
  'domains.look-up': lookUpJob,
  'domains.drop-lookups': dropLookupsJob,
  'payments.handle-event': handleEventJob,
  'payments.check-top-up': checkTopUpJob,
  'payments.read-card': readCardJob,
  'payments.pay-withdrawal': payWithdrawalJob,
  'payments.return-withdrawals': returnWithdrawalsJob,
  'payments.reconcile': reconcileJob,
  'payments.take-up': takeUpJob,
  'payments.clean-up': cleanUpPaymentsJob,
  'custody.quote': quoteJob,
  'custody.run-command': runCommandJob,
  'custody.check-transfer': checkTransferJob,
  'custody.keep-domains': keepDomainsJob,
  'custody.open-transfer-out': openTransferOutJob,
  'custody.close-transfer-out': closeTransferOutJob,
  'custody.renew': renewJob,
  'custody.poll': pollJob,
  'custody.check-holding': checkHoldingJob,
  'custody.check-holdings': checkHoldingsJob,
  'custody.adopt-holding': adoptHoldingJob,
  'custody.settle-stuck': settleStuckJob,
  'custody.sign-certificate': signCertificateJob,
  'custody.take-up': takeUpCustodyJob,
  'listings.expire': expireListingJob,
  'listings.alert': alertJob,
  'offers.expire': expireOfferJob,
  'escrow.tick': tickJob,
  'escrow.follow-stops': followStopsJob,
  'escrow.follow-stop': followStopJob,
  'operator.apply-ruling': applyRulingJob,
  'operator.lapse-decision': lapseDecisionJob,
  'operator.tell-of-outage': notifyOfOutageJob,
  'operator.seal-audit': checkpointAuditJob,
  'contracts.write-letter': writeLetterJob,
  'contracts.write-annex': writeAnnexJob,
  'escrow.seal': sealJob,
  'contracts.prepare': prepareJob,
  'contracts.seal': sealAgreementJob,
  'contracts.move-files': moveFilesJob,
  'platform.clean-up': ({ db }) => deleteOldCounters(db),
  'platform.keep-partitions': keepPartitions,
}
