import { inSpan } from '@pier/telemetry/spans'
import type { Job, JobResult, PgBoss } from 'pg-boss'
import { inTransaction, runForeignSql, type Database, type Tx } from '../db/database.ts'
import { holdWhileAlive, keepLease, leadOnce } from '../db/lease.ts'
import { describeError, type Log } from '../log.ts'
import type { Metrics } from '../metrics.ts'
import { recordDeadJob } from './dead-jobs.ts'
import type { WakeChannel } from '../db/wake.ts'
import { exclusiveJobs, jobCatalogue, type JobName, type Jobs } from './job-catalogue.ts'
import { keepLooking, type Looking } from './look.ts'
import { deadLetterQueue } from './queue-schema.ts'
import { attachQueue, readJobData } from './queue.ts'

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
  /** How long it sleeps at most, should nobody wake it. */
  slowLookMs?: number
  /** Whether this worker starts the scheduled jobs. */
  isScheduling?: boolean
}

const exclusiveLock = 7_461_002
const channels = ['pier_jobs', 'pier_timers'] as const satisfies WakeChannel[]

/** Looking for due jobs is ours, at once and every few seconds: the library's own is the last net. */
const fetchSeconds = 600

/**
 * Whoever finds a claim that ran out has the library look after its queues at once, so on its own it
 * does so seldom; two such calls are five seconds apart. Jobs of ours never wait for each other.
 */
const upkeep = {
  superviseIntervalSeconds: 600,
  monitorIntervalSeconds: 5,
  maintenanceIntervalSeconds: 3600,
  flowIntervalSeconds: 86_400,
  cronWorkerIntervalSeconds: 45,
}

export async function startWorker<Tools extends object>(settings: WorkerSettings<Tools>) {
  const { db, exclusive = exclusiveJobs } = settings
  const boss = await attachQueue(db, { ...upkeep, schedule: settings.isScheduling ?? true })

  await settings.begin?.()
  const names = (Object.keys(jobCatalogue) as JobName[]).filter((name) => !exclusive.includes(name))
  for (const name of names) await workOn(boss, name, settings)
  const deadOptions = {
    includeMetadata: true,
    batchSize: 10,
    pollingIntervalSeconds: fetchSeconds,
  } as const
  await boss.work<object, void, typeof deadOptions>(deadLetterQueue, deadOptions, async (jobs) => {
    for (const job of jobs) await recordDeadJob(db, job)
  })
  const looking = keepLooking(db, boss, settings.slowLookMs)
  const lease = workAlone(boss, looking, settings)

  return {
    async stop() {
      await looking.stop()
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
 * until then nobody else may begin. On the same session every worker hears of new jobs.
 */
function workAlone<Tools extends object>(
  boss: PgBoss,
  looking: Looking,
  settings: WorkerSettings<Tools>,
) {
  const { exclusive: names = exclusiveJobs } = settings
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
    async (client) => {
      client.on('notification', ({ channel }) => {
        if (channel === 'pier_jobs') looking.ringForJobs()
        else looking.ringForTimers()
      })
      for (const channel of channels) await client.query(`listen ${channel}`)
      // For what was committed while nobody listened.
      looking.ringForJobs()
      looking.ringForTimers()
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
  // with due jobs are woken.
  const options = {
    batchSize: 10,
    burstWhenBatchFull: true,
    pollingIntervalSeconds: fetchSeconds,
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
