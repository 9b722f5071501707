import type { JobName } from './job-catalogue.ts'

/** What runs at fixed times in UTC. Users' deadlines are timers, not schedules. */
export const schedule: { job: JobName; cron: string }[] = [
  { job: 'platform.clean-up', cron: '17 * * * *' },
  { job: 'platform.keep-partitions', cron: '41 * * * *' },
  { job: 'ledger.checkpoint', cron: '7 * * * *' },
  { job: 'escrow.seal', cron: '2 * * * *' },
  { job: 'operator.seal-audit', cron: '4 * * * *' },
  { job: 'domains.read-due-registrations', cron: '13 * * * *' },
  { job: 'domains.drop-lookups', cron: '33 * * * *' },
  { job: 'domains.take-up', cron: '47 * * * *' },
  { job: 'payments.reconcile', cron: '0 5 * * *' },
  { job: 'payments.take-up', cron: '27 * * * *' },
  { job: 'payments.clean-up', cron: '31 3 * * *' },
  { job: 'custody.poll', cron: '* * * * *' },
  { job: 'custody.check-holdings', cron: '0 2,8,14,20 * * *' },
  { job: 'custody.take-up', cron: '37 * * * *' },
  { job: 'contracts.move-files', cron: '22 * * * *' },
  { job: 'users.clean-up', cron: '43 3 * * *' },
  { job: 'notifications.clean-up', cron: '51 3 * * *' },
]
