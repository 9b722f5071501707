import type { JobHandler } from '../../platform/jobs/worker.ts'
import { tickEscrow } from './clocks.service.ts'

export const tickJob: JobHandler<object, 'escrow.tick'> = ({ settle }, { subjectId }) =>
  settle((tx) => tickEscrow(tx, subjectId))
