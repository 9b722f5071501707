import { cleanUpNoticesJob, sendMailJob } from './modules/notifications/notifications.jobs.ts'
import {
  buildExportJob,
  cleanUpUsersJob,
  deleteUserJob,
  requestResetJob,
} from './modules/users/users.jobs.ts'
import type { UserTools } from './modules/users/user-tools.ts'
import { deleteOldCounters } from './platform/limits.ts'
import type { JobHandlers } from './platform/jobs/worker.ts'
import type { Mailer } from './providers/mail/mailer.ts'

export type WorkerTools = { mailer: Mailer; userTools: UserTools }

/** Which function runs which job. The type fails when one of the catalogue is missing. */
export const jobHandlers: JobHandlers<WorkerTools> = {
  'notifications.send-mail': sendMailJob,
  'notifications.clean-up': cleanUpNoticesJob,
  'users.request-reset': requestResetJob,
  'users.build-export': buildExportJob,
  'users.delete-user': deleteUserJob,
  'users.clean-up': cleanUpUsersJob,
  'platform.clean-up': ({ db }) => deleteOldCounters(db),
}
