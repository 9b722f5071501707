import type { JobHandler } from '../../platform/jobs/worker.ts'
import { expireListing } from './publishing/listings.service.ts'
import { alertSearchers } from './searches/searches.service.ts'

export const expireListingJob: JobHandler<object, 'listings.expire'> = (
  { settle },
  { subjectId },
) => settle((tx) => expireListing(tx, subjectId))

type Tools = { domainTools: { publicOrigin: string } }

/** A listing became active: users with a matching saved search are notified. */
export const alertJob: JobHandler<Tools, 'listings.alert'> = (
  { settle, domainTools: { publicOrigin } },
  { listingId },
) => settle((tx) => alertSearchers(tx, { listingId, publicOrigin }))
