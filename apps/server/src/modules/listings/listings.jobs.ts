import type { JobHandler } from '../../platform/jobs/worker.ts'
import { expireListing } from './listings.service.ts'

export const expireListingJob: JobHandler<object, 'listings.expire'> = (
  { settle },
  { subjectId },
) => settle((tx) => expireListing(tx, subjectId))
