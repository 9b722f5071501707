import type { KeyRing } from '../../platform/config.ts'
import type { JobHandler } from '../../platform/jobs/worker.ts'
import { findWhoIsMissing } from '../contracts/agreements.service.ts'
import { tickEscrow } from './clocks.service.ts'
import { sealChains, type SealTools } from './seals.service.ts'

type TickWorker = { contractTools: { dataKeys: KeyRing } }

export const tickJob: JobHandler<TickWorker, 'escrow.tick'> = async (
  { db, settle, contractTools },
  { subjectId },
) => {
  const missing = await findWhoIsMissing(db, contractTools, subjectId)
  await settle((tx) => tickEscrow(tx, subjectId, missing))
}

export const sealJob: JobHandler<{ sealTools: SealTools }, 'escrow.seal'> = ({
  settle,
  sealTools,
}) => settle((tx) => sealChains(tx, sealTools))
