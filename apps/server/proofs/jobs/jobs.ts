import { fork, type ChildProcess } from 'node:child_process'
import { randomInt, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { inTransaction } from '../../src/platform/db/database.ts'
import { attachQueue, enqueue } from '../../src/platform/jobs/queue.ts'
import { openThrowAwayDatabase } from '../shared/throw-away-database.ts'

/**
 * `pnpm proof jobs`: two workers run jobs that each leave one row, while a random one is killed
 * again and again. Then one pauses past its lease, another takes its job, and the first resumes.
 * `--small` is for every CI run.
 */
const isSmall = process.argv.includes('--small')
const size = isSmall ? { jobs: 400, kills: 5 } : { jobs: 2000, kills: 20 }
const startedAt = performance.now()
const database = await openThrowAwayDatabase()
const { owner, url } = database
await owner.pool.query(`
  create table proof_effects (job uuid not null, pid integer not null);
  grant select, insert on proof_effects to pier_worker;
`)
// Short retry delays keep the proof short; everything else is as in production.
await owner.pool.query('update pgboss.queue set retry_delay = 1, retry_delay_max = 2')
const queue = await attachQueue(owner)

const killed = await proveKills()
const zombie = await proveZombie('fenced')
const control = await proveZombie('unfenced')
await queue.stop({ graceful: false, close: false })
await database.stop()

const seconds = Math.round((performance.now() - startedAt) / 1000)
console.log(
  `proof jobs: ${size.jobs} jobs, ${killed.kills} kills, ${killed.lost} lost, ` +
    `${killed.doubled} doubled; a zombie that woke up left ${zombie} effect ` +
    `(without the fence ${control}); ${seconds} s`,
)
// The control must show the fault: otherwise the proof could not detect it either.
const isProved = killed.lost === 0 && killed.doubled === 0 && zombie === 1 && control === 2
process.exit(isProved ? 0 : 1)

async function proveKills() {
  await enqueueJobs(Array.from({ length: size.jobs }, () => randomUUID()))
  const workers = [await startProofWorker(0.05), await startProofWorker(0.05)]
  let kills = 0
  while (kills < size.kills) {
    await sleep(randomInt(300, 1500))
    const victim = randomInt(workers.length)
    workers[victim]?.kill('SIGKILL')
    workers[victim] = await startProofWorker(0.05)
    kills++
  }
  await untilDone(size.jobs)
  const { rows } = await owner.pool.query<{ effects: number; jobs: number }>(
    'select count(*)::int as effects, count(distinct job)::int as jobs from proof_effects',
  )
  await Promise.all(workers.map(killAndWait))
  const { effects = 0, jobs = 0 } = rows[0] ?? {}
  return { kills, lost: size.jobs - jobs, doubled: effects - jobs }
}

/** A worker stops in the middle of a job, loses its claim to another, and then resumes. */
async function proveZombie(fence: 'fenced' | 'unfenced'): Promise<number> {
  const job = randomUUID()
  await owner.pool.query('truncate proof_effects')
  await owner.pool.query(`delete from pgboss.job where name = 'users.build-export'`)
  await enqueueJobs([job])
  const zombie = await startProofWorker(8, fence)
  await until(async () => (await countJobs('active')) === 1)
  zombie.kill('SIGSTOP')
  const heir = await startProofWorker(0, fence)
  await until(async () => (await countEffects()) === 1)
  zombie.kill('SIGCONT')
  await sleep(12_000)
  const effects = await countEffects()
  await Promise.all([zombie, heir].map(killAndWait))
  return effects
}

function enqueueJobs(ids: string[]) {
  return inTransaction(owner, async (tx) => {
    for (const exportId of ids) await enqueue(tx, 'users.build-export', { exportId })
  })
}

async function startProofWorker(dawdleSeconds: number, fence = 'fenced'): Promise<ChildProcess> {
  const args = [url, String(dawdleSeconds), fence]
  const worker = fork(join(import.meta.dirname, 'jobs-worker.ts'), args)
  await once(worker, 'message')
  return worker
}

async function killAndWait(worker: ChildProcess) {
  if (worker.exitCode !== null || worker.signalCode !== null) return
  worker.kill('SIGKILL')
  await once(worker, 'exit')
}

async function untilDone(total: number) {
  const patienceMs = 240_000
  const until = performance.now() + patienceMs
  while (performance.now() < until && (await countJobs('completed')) < total) await sleep(250)
}

async function until(condition: () => Promise<boolean>) {
  while (!(await condition())) await sleep(50)
}

async function countJobs(state: string): Promise<number> {
  const { rows } = await owner.pool.query<{ count: number }>(
    `select count(*)::int from pgboss.job where name = 'users.build-export' and state::text = $1`,
    [state],
  )
  return rows[0]?.count ?? 0
}

async function countEffects(): Promise<number> {
  const { rows } = await owner.pool.query<{ count: number }>(
    'select count(*)::int from proof_effects',
  )
  return rows[0]?.count ?? 0
}
