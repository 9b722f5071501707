import type { JobHandler } from '../../platform/jobs/worker.ts'
import { tickEscrow } from './clocks.service.ts'
import { sealChains, type SealTools } from './seals.service.ts'

export const tickJob: JobHandler<object, 'escrow.tick'> = ({ settle }, { subjectId }) =>
  settle((tx) => tickEscrow(tx, subjectId))

export const sealJob: JobHandler<{ sealTools: SealTools }, 'escrow.seal'> = ({
  settle,
  sealTools,
}) => settle((tx) => sealChains(tx, sealTools))
