import { enqueue } from '../../platform/jobs/queue.ts'
import type { JobHandler } from '../../platform/jobs/worker.ts'
import { listLoansOfStop } from './clocks/clock-stops.repository.ts'
import { passDeadline } from './actions/deadlines.service.ts'
import { followStop } from './actions/operator-actions.service.ts'
import { checkpointChains, type CheckpointKeys } from './integrity/checkpoints.service.ts'

export const tickJob: JobHandler<object, 'escrow.tick'> = ({ settle }, { subjectId }) =>
  settle((tx) => passDeadline(tx, subjectId))

/** The clocks of many loans were stopped or restarted: queues a job for each loan. */
export const followStopsJob: JobHandler<object, 'escrow.follow-stops'> = async (
  { db, settle },
  { stopId },
) => {
  const escrowIds = await listLoansOfStop(db, stopId)
  await settle(async (tx) => {
    for (const escrowId of escrowIds) await enqueue(tx, 'escrow.follow-stop', { stopId, escrowId })
  })
}

export const followStopJob: JobHandler<object, 'escrow.follow-stop'> = ({ settle }, followed) =>
  settle((tx) => followStop(tx, followed))

export const sealJob: JobHandler<{ sealTools: CheckpointKeys }, 'escrow.seal'> = ({
  settle,
  sealTools,
}) => settle((tx) => checkpointChains(tx, sealTools))
