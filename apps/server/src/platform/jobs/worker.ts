import { setTimeout as sleep } from 'node:timers/promises'
import { inSpan } from '@pier/telemetry/spans'
import { sql } from 'kysely'
import type { Job, JobResult, PgBoss } from 'pg-boss'
import { inTransaction, runForeignSql, type Database, type Tx } from '../db/database.ts'
import { holdWhileAlive, keepLease, leadOnce } from '../db/lease.ts'
import { describeError, type Log } from '../log.ts'
import type { Metrics } from '../metrics.ts'
import { recordDeadJob } from './dead-jobs.ts'
import { exclusiveJobs, jobCatalogue, type JobName, type Jobs } from './job-catalogue.ts'
import { deadLetterQueue } from './queue-schema.ts'
import { attachQueue, readJobData } from './queue.ts'
import { pumpTimers } from './timers.ts'

/**
 * What a handler gets besides its data. `settle` runs the handler's transaction and marks the job
 * done in it: if the claim was lost meanwhile (the process stalled and another took over), nothing
 * of it commits. A handler that needs no transaction just returns.
 */
type JobContext<Tools> = Tools & {
  db: Database
  log: Log
  settle: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>
}

export type JobHandler<Tools, N extends JobName> = (
  worker: JobContext<Tools>,
  data: Jobs[N],
) => Promise<void>

export type JobHandlers<Tools> = { [N in JobName]: JobHandler<Tools, N> }

class ClaimLost extends Error {}

type WorkerSettings<Tools> = {
  db: Database
  log: Log
  metrics: Metrics
  clients: Tools
  handlers: JobHandlers<Tools>
  /** For the direct connection that holds the lock of the exclusive jobs. */
  database: { url: string; role: string | undefined }
  exclusive?: readonly JobName[]
  /** What comes before the first job. */
  begin?: () => Promise<void>
  pumpIntervalMs?: number
  /** How often it looks for jobs that are due. */
  lookIntervalMs?: number
  /** Whether this worker starts the scheduled jobs. */
  isScheduling?: boolean
}

const exclusiveLock = 7_461_002

export async function startWorker<Tools extends object>(settings: WorkerSettings<Tools>) {
  const { db, exclusive = exclusiveJobs } = settings
  const { pumpIntervalMs = 1000, lookIntervalMs = 500 } = settings
  const boss = await attachQueue(db, {
    schedule: settings.isScheduling ?? true,
    superviseIntervalSeconds: 5,
    monitorIntervalSeconds: 5,
  })

  await settings.begin?.()
  const names = (Object.keys(jobCatalogue) as JobName[]).filter((name) => !exclusive.includes(name))
  for (const name of names) await workOn(boss, name, settings)
  const deadOptions = { includeMetadata: true, batchSize: 10 } as const
  await boss.work<object, void, typeof deadOptions>(deadLetterQueue, deadOptions, async (jobs) => {
    for (const job of jobs) await recordDeadJob(db, job)
  })
  const stopPump = repeat('timer pump', pumpIntervalMs, () => pumpTimers(db), db)
  const stopLooking = repeat('look for jobs', lookIntervalMs, () => wakeDueQueues(db, boss), db)
  const lease = workAlone(boss, exclusive, settings)

  return {
    async stop() {
      await stopPump()
      await stopLooking()
      lease.startNothing()
      await boss.stop({ graceful: true, timeout: 20_000, close: false })
      await lease.release()
    },
  }
}

/**
 * For a command that must not act beside the exclusive jobs. False, and nothing is done, while a worker
 * has them; one that starts meanwhile waits.
 */
export const withoutWorkers = (
  database: { url: string; role: string | undefined },
  work: () => Promise<void>,
): Promise<boolean> => leadOnce(database, exclusiveLock, work)

/**
 * Runs the exclusive jobs while we hold the lease. It is given up only after the last of them:
 * until then nobody else may begin.
 */
function workAlone<Tools extends object>(
  boss: PgBoss,
  names: readonly JobName[],
  settings: WorkerSettings<Tools>,
) {
  let isStopping = false
  const lease = keepLease(
    { ...settings.database, outages: settings.db.outages },
    exclusiveLock,
    async (client, signal) => {
      settings.log.info('this worker has the exclusive jobs')
      try {
        for (const name of names) if (!isStopping) await workOn(boss, name, settings)
        await holdWhileAlive(client, signal)
      } finally {
        await Promise.all(names.map((name) => boss.offWork(name)))
      }
    },
  )
  return {
    startNothing: () => {
      isStopping = true
    },
    release: () => lease.stop(),
  }
}

async function workOn<Tools extends object>(
  boss: PgBoss,
  name: JobName,
  settings: WorkerSettings<Tools>,
) {
  // Fetched in batches and settled one by one: a batch of one would sleep after every job. Queues
  // with due jobs are woken; polling is only the fallback.
  const options = {
    batchSize: 10,
    burstWhenBatchFull: true,
    pollingIntervalSeconds: 30,
    perJobResults: true,
  } as const
  await boss.work<Jobs[JobName], unknown, typeof options>(name, options, (jobs) =>
    Promise.all(jobs.map((job) => runJob(boss, job, settings))),
  )
}

async function runJob<Tools extends object>(
  boss: PgBoss,
  job: Job<Jobs[JobName]>,
  { db, log, metrics, clients, handlers }: WorkerSettings<Tools>,
): Promise<JobResult> {
  const jobLog = log.child({ job: job.name, jobId: job.id, attempt: job.retryCount })
  const settle = <T>(work: (tx: Tx) => Promise<T>) =>
    inTransaction(db, async (tx) => {
      const result = await work(tx)
      const inTx = {
        executeSql: (text: string, values?: unknown[]) => runForeignSql(tx, text, values),
      }
      // Passing the job, not its id, makes the call check for this very attempt. The count is in
      // every answer, though the library's types leave it out.
      const answer = await boss.complete(job.name, job, undefined, { db: inTx })
      if ((answer as { affected?: number }).affected !== 1) throw new ClaimLost()
      return result
    })
  const startedAt = performance.now()
  const attributes = { 'job.attempt': job.retryCount }
  try {
    // The catalogue ties each name to its data; the queue hands both out untyped.
    const handler = handlers[job.name as JobName] as JobHandler<Tools, JobName>
    const { data, cause } = readJobData(job.data)
    const span = { name: job.name, kind: 'consumer', parent: cause, attributes } as const
    await inSpan(span, () => handler({ ...clients, db, log: jobLog, settle }, data))
    metrics.jobSeconds.observe({ queue: job.name, outcome: 'done' }, secondsSince(startedAt))
    return { id: job.id, status: 'completed' }
  } catch (error) {
    if (error instanceof ClaimLost) {
      jobLog.warn('another worker has this job now; nothing was written')
      return { id: job.id, status: 'completed' } // Does not affect the new claim.
    }
    metrics.jobSeconds.observe({ queue: job.name, outcome: 'failed' }, secondsSince(startedAt))
    db.outages.failed(error, `job ${job.name}`, () => jobLog.error({ err: error }, 'job failed'))
    return { id: job.id, status: 'failed', output: { message: describeError(error).message } }
  }
}

const secondsSince = (startedAt: number) => (performance.now() - startedAt) / 1000

/** One query for all queues, instead of one for each. */
async function wakeDueQueues(db: Database, boss: PgBoss) {
  const workers = boss.getWipData({ includeInternal: false })
  const names = [...new Set(workers.map(({ name }) => name))]
  const { rows } = await sql<{ name: string }>`
    select queue.name from unnest(${names}::text[]) as queue (name)
    where exists (select from pgboss.job
      where job.name = queue.name and job.state < 'active' and not job.blocked
        and job.start_after <= now())
  `.execute(db)
  const due = new Set(rows.map(({ name }) => name))
  for (const { id, name } of workers) if (due.has(name)) boss.notifyWorker(id)
}

function repeat(what: string, intervalMs: number, work: () => Promise<unknown>, db: Database) {
  const stopping = new AbortController()
  const loop = async () => {
    while (!stopping.signal.aborted) {
      await work().catch((error: unknown) => db.outages.failed(error, what))
      await sleep(intervalMs, undefined, { signal: stopping.signal }).catch(() => {})
    }
  }
  const running = loop()
  return async () => {
    stopping.abort()
    await running
  }
}
