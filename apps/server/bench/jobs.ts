/**
 * What the product's job engine costs beside the least that a safe job can cost. Both leave one row
 * changed for each job, in the transaction that settles it under a fence; the processor time of the
 * database and of the process is counted, in turns.
 */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { until } from '../proofs/custody/custody-house.ts'
import { inTransaction, openDatabase, type Database } from '../src/platform/db/database.ts'
import { jobCatalogue, type JobName } from '../src/platform/jobs/job-catalogue.ts'
import { enqueue } from '../src/platform/jobs/queue.ts'
import { startWorker, type JobHandlers } from '../src/platform/jobs/worker.ts'
import { createLog } from '../src/platform/log.ts'
import { createMetrics } from '../src/platform/metrics.ts'
import { addRawJobs, drainRawQueue, makeRawQueue } from './queue/raw-queue.ts'
import { medianOf, printRows } from './shared/rows.ts'
import { withStack, type Stack } from './stack/stack.ts'

const rounds = 5
const jobsPerRound = 600
const atOnce = 10
const effect = 'update bench_effects set count = count + 1 where id = $1'
let settled = 0
const perJob = (seconds: number) => ((seconds * 1000) / jobsPerRound).toFixed(2)

await withStack(async (stack) => {
  const { pool } = stack.owner
  await pool.query('create table bench_effects (id text primary key, count int not null)')
  await pool.query('grant select, update on bench_effects to pier_worker')
  await makeRawQueue(pool)
  await pool.query('grant select, update, delete on raw_jobs to pier_worker')
  const log = createLog({ level: 'error', name: 'bench' })
  const db = openDatabase({ url: stack.url, role: 'pier_worker', poolMax: 15, log })
  const worker = await startBenchWorker(stack, db)
  try {
    await measureRaw(stack, db)
    await measureOurs(stack, db) // Both warm.
    const ratios: number[] = []
    for (let round = 0; round < rounds; round++) {
      const raw = await measureRaw(stack, db)
      const ours = await measureOurs(stack, db)
      console.log(`raw ${perJob(raw)}, ours ${perJob(ours)} ms a job`)
      ratios.push(raw / ours)
    }
    await checkEffects(stack)
    printRows([
      {
        bar: 'jobs',
        what: 'settled with a fence beside a bare claim by lease, processor time',
        measured: medianOf(ratios),
        goal: 0.8,
        is: 'at least',
        peer: 'pg-boss as it comes: 0.02 of the jobs a second',
        limit: '1',
      },
    ])
  } finally {
    await worker.stop()
    await db.destroy()
  }
})

function startBenchWorker({ url }: Stack, db: Database) {
  const names = Object.keys(jobCatalogue) as JobName[]
  const nothing = async (_worker: unknown, _data: object): Promise<void> => {}
  const handlers: JobHandlers<object> = {
    ...(Object.fromEntries(names.map((name) => [name, nothing])) as JobHandlers<object>),
    'users.build-export': async ({ settle }, { exportId }) => {
      await settle((tx) =>
        sql`update bench_effects set count = count + 1 where id = ${exportId}`.execute(tx),
      )
      settled += 1
    },
  }
  const log = createLog({ level: 'error', name: 'bench' })
  const database = { url, role: 'pier_worker' }
  const settings = { db, log, metrics: createMetrics(), clients: {}, handlers, database }
  return startWorker({ ...settings, isScheduling: false })
}

async function measureRaw(stack: Stack, db: Database): Promise<number> {
  const ids = await makeRows(stack)
  return measure(stack, async () => {
    await addRawJobs(stack.owner.pool, ids)
    await drainRawQueue(db.pool, effect, atOnce)
  })
}

async function measureOurs(stack: Stack, db: Database): Promise<number> {
  const ids = await makeRows(stack)
  const wanted = settled + ids.length
  return measure(stack, async () => {
    await inTransaction(db, async (tx) => {
      for (const exportId of ids) await enqueue(tx, 'users.build-export', { exportId })
    })
    await until('the jobs are settled', () => settled >= wanted, { everyMs: 20 })
  })
}

async function makeRows({ owner }: Stack): Promise<string[]> {
  const ids = Array.from({ length: jobsPerRound }, () => randomUUID())
  await owner.pool.query('insert into bench_effects select unnest($1::text[]), 0', [ids])
  return ids
}

/** Seconds of the database and of this process. */
async function measure(stack: Stack, work: () => Promise<void>): Promise<number> {
  const cluster = stack.clusterSeconds()
  const own = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(own)
  return stack.clusterSeconds() - cluster + (user + system) / 1e6
}

async function checkEffects({ owner }: Stack): Promise<void> {
  const { rows } = await owner.pool.query<{ wrong: number }>(
    'select count(*)::int as wrong from bench_effects where count <> 1',
  )
  if (rows[0]?.wrong !== 0) throw new Error(`${rows[0]?.wrong} jobs did not run exactly once`)
}
