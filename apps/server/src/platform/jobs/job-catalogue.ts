/** What a timer's job gets: whose deadline it is, and which setting of it fired. */
type TimerData = { subjectId: string; generation: number }

/** Every job with its data: ids, never secrets. */
export type Jobs = {
  'notifications.send-mail': { mailId: string }
  'notifications.follow-report': { mailId: string; kind: string }
  'notifications.clean-up': object
  'users.request-reset': { emailKey: string; network: string }
  'users.build-export': { exportId: string }
  'users.delete-user': TimerData
  'users.change-email': TimerData
  'users.clean-up': object
  'ledger.checkpoint': object
  'domains.check-control': TimerData
  'domains.take-up': object
  'domains.read-registration': { name: string; tries: number }
  'domains.read-registrations': { names: string[] }
  'domains.read-due-registrations': object
  'domains.look-up': { lookupId: string }
  'domains.drop-lookups': object
  'payments.handle-event': { eventId: string }
  'payments.check-top-up': TimerData
  'payments.read-card': { transactionId: string }
  'payments.pay-withdrawal': TimerData
  'payments.return-withdrawals': { userId: string }
  'payments.reconcile': object
  'payments.take-up': object
  'payments.clean-up': object
  'custody.quote': { quoteId: string }
  'custody.run-command': { commandId: string }
  'custody.check-transfer': TimerData
  'custody.open-transfer-out': TimerData
  'custody.close-transfer-out': TimerData
  'custody.keep-domains': { userId: string }
  'custody.renew': TimerData
  'custody.poll': object
  'custody.check-holding': { domainId: string }
  'custody.check-holdings': object
  'custody.adopt-holding': { domainId: string }
  'custody.settle-stuck': { commandId: string; outcome: 'done' | 'failed' }
  'custody.sign-certificate': { domainId: string }
  'custody.take-up': object
  'listings.expire': TimerData
  'listings.alert': { listingId: string }
  'offers.expire': TimerData
  'escrow.tick': TimerData
  'escrow.follow-stops': { stopId: string }
  'escrow.follow-stop': { stopId: string; escrowId: string }
  'operator.apply-ruling': TimerData
  'operator.lapse-decision': TimerData
  'operator.tell-of-outage': { stopId: string }
  'operator.seal-audit': object
  'contracts.write-letter': { escrowId: string; kind: 'receipt' | 'letter' }
  'contracts.write-annex': { escrowId: string; number: number }
  'escrow.seal': object
  'contracts.prepare': { escrowId: string }
  'contracts.seal': TimerData
  'contracts.move-files': object
  'platform.clean-up': object
  'platform.keep-partitions': object
}

export type JobName = keyof Jobs
export type TimerJobName = {
  [N in JobName]: Jobs[N] extends TimerData ? N : never
}[JobName]

/** How often and how slowly a failed job is retried. */
type JobOptions = {
  retryLimit: number
  retryDelay: number
  expireInSeconds: number
  /** Runs in one worker process at a time, for instance where a provider allows one session. */
  isExclusive?: true
}

const patient: JobOptions = { retryLimit: 30, retryDelay: 5, expireInSeconds: 600 }

/** Registrars allow few sessions, so one process talks to ours. */
const atRegistrar: JobOptions = { ...patient, isExclusive: true }

export const jobCatalogue: Record<JobName, JobOptions> = {
  'notifications.send-mail': patient,
  'notifications.follow-report': patient,
  'notifications.clean-up': patient,
  'users.request-reset': patient,
  'users.build-export': patient,
  'users.delete-user': patient,
  'users.change-email': patient,
  'users.clean-up': patient,
  'ledger.checkpoint': patient,
  'domains.check-control': patient,
  'domains.take-up': patient,
  'domains.read-registration': patient,
  'domains.read-registrations': patient,
  'domains.read-due-registrations': patient,
  'domains.look-up': { retryLimit: 2, retryDelay: 5, expireInSeconds: 60 },
  'domains.drop-lookups': patient,
  'payments.handle-event': patient,
  'payments.check-top-up': patient,
  'payments.read-card': patient,
  'payments.pay-withdrawal': patient,
  'payments.return-withdrawals': patient,
  'payments.reconcile': { ...patient, expireInSeconds: 3600 },
  'payments.take-up': patient,
  'payments.clean-up': patient,
  'custody.quote': atRegistrar,
  'custody.run-command': atRegistrar,
  'custody.check-transfer': atRegistrar,
  'custody.open-transfer-out': patient,
  'custody.close-transfer-out': patient,
  'custody.keep-domains': patient,
  'custody.renew': atRegistrar,
  'custody.poll': { ...atRegistrar, retryLimit: 0 },
  'custody.check-holding': atRegistrar,
  'custody.check-holdings': { ...atRegistrar, expireInSeconds: 3600 },
  'custody.adopt-holding': atRegistrar,
  'custody.settle-stuck': atRegistrar,
  'custody.sign-certificate': patient,
  'custody.take-up': patient,
  'listings.expire': patient,
  'listings.alert': patient,
  'offers.expire': patient,
  'escrow.tick': patient,
  'escrow.follow-stops': patient,
  'escrow.follow-stop': patient,
  'operator.apply-ruling': patient,
  'operator.lapse-decision': patient,
  'operator.tell-of-outage': patient,
  'operator.seal-audit': patient,
  'contracts.write-letter': patient,
  'contracts.write-annex': patient,
  'escrow.seal': patient,
  'contracts.prepare': patient,
  'contracts.seal': patient,
  'contracts.move-files': { ...patient, expireInSeconds: 3600 },
  'platform.clean-up': patient,
  'platform.keep-partitions': patient,
}

export const exclusiveJobs: readonly JobName[] = (Object.keys(jobCatalogue) as JobName[]).filter(
  (name) => jobCatalogue[name].isExclusive,
)
