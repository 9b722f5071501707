import type { JobHandler } from '../../../platform/jobs/worker.ts'
import { expireOffer } from './offers.service.ts'

export const expireOfferJob: JobHandler<object, 'offers.expire'> = ({ settle }, { subjectId }) =>
  settle((tx) => expireOffer(tx, subjectId))
