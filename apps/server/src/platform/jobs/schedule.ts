import type { JobName } from './job-catalogue.ts'

/** What runs by the clock on the wall, in UTC. Deadlines of people are timers, not schedules. */
export const schedule: { job: JobName; cron: string }[] = [
  { job: 'platform.clean-up', cron: '17 * * * *' },
  { job: 'users.clean-up', cron: '43 3 * * *' },
  { job: 'notifications.clean-up', cron: '51 3 * * *' },
]
