import type { JobHandler } from '../../platform/jobs/worker.ts'
import type { Metrics } from '../../platform/metrics.ts'
import { checkBooks, takeCheckpoint } from './ledger.service.ts'

/** Checks what was written since the last checkpoint, then takes the next. */
export const checkpointJob: JobHandler<{ metrics: Metrics }, 'ledger.checkpoint'> = async ({
  db,
  log,
  metrics,
}) => {
  const { sumCents, wrongUsers } = await checkBooks(db)
  if (sumCents !== 0 || wrongUsers.length > 0) {
    metrics.faults.inc()
    log.error({ sumCents, wrongUsers }, 'the ledger does not add up')
    return // The next run looks at the same entries again.
  }
  await takeCheckpoint(db)
}
