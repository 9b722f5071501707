/** Jobs that ran out of retries: an operator reads why, then retries or resolves them. */
import { AppError } from '../../../platform/app-error.ts'
import type { Db, Tx } from '../../../platform/db/database.ts'
import {
  findDeadJob,
  isJobName,
  sendAgain,
  settleDeadJob,
} from '../../../platform/jobs/dead-jobs.ts'
import { listPeopleOf, type Operator } from '../../operators/operators.service.ts'

type DeadJob = NonNullable<Awaited<ReturnType<typeof findDeadJob>>>
type Asked = { id: string; operator: Operator }

export async function readDeadJob(db: Db | Tx, id: string): Promise<DeadJob> {
  const job = await findDeadJob(db, id)
  if (!job) throw new AppError('job_not_found')
  return job
}

const uuids = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g

/** The users that ids in the job data lead to: nobody may settle a job about themselves. */
export async function listPeopleOfJob(tx: Tx, { data }: DeadJob): Promise<string[]> {
  const people = new Set<string>()
  for (const id of new Set(JSON.stringify(data).match(uuids))) {
    for (const userId of await listPeopleOf(tx, id)) people.add(userId)
  }
  return [...people]
}

/** Enqueues the same job with the same data. If it fails again, that is a new dead letter. */
export async function retryDeadJob(tx: Tx, { id, operator }: Asked): Promise<DeadJob> {
  const { name, data } = await readDeadJob(tx, id)
  if (!isJobName(name)) {
    throw new AppError('desk_refused', { message: 'This job no longer exists' })
  }
  await settle(tx, { id, by: operator.id, resolution: 'retried' })
  await sendAgain(tx, { name, data: data as object })
  return readDeadJob(tx, id)
}

export async function resolveDeadJob(tx: Tx, { id, operator }: Asked): Promise<DeadJob> {
  await readDeadJob(tx, id)
  await settle(tx, { id, by: operator.id, resolution: 'resolved' })
  return readDeadJob(tx, id)
}

async function settle(tx: Tx, settled: Parameters<typeof settleDeadJob>[1]): Promise<void> {
  if (!(await settleDeadJob(tx, settled))) throw new AppError('job_settled')
}
