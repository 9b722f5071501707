/** What one step and one due timer cost next to many loans, relative to an empty system. */
import type { Database } from '../../../src/platform/db/database.ts'
import { inTransaction } from '../../../src/platform/db/database.ts'
import { attachQueue } from '../../../src/platform/jobs/queue.ts'
import { pumpTimers } from '../../../src/platform/jobs/timers.ts'
import { passDeadline } from '../../../src/modules/loans/actions/deadlines.service.ts'
import { lockLoan } from '../../../src/modules/loans/loans.service.ts'
import { applyTransition } from '../../../src/modules/loans/machine/transitions.service.ts'
import { fillWithLoans, insertMeasured } from './loans-many-rows.ts'
import { cpuSecondsOfCluster, parentOf } from '../../shared/process-cost.ts'
import { openThrowAwayDatabase } from '../../shared/throw-away-database.ts'

const measured = 100
const warmUp = 20
/** An index of a million rows is a level or two deeper than an empty one. */
const ratioMax = 2

type Cost = { buffers: number; cpuMs: number }

export async function measureMany(count: number) {
  const empty = await measure(0)
  const full = await measure(count)
  const ratio = (of: 'step' | 'timer', what: keyof Cost) =>
    Number((full[of][what] / Math.max(empty[of][what], 0.001)).toFixed(2))
  const step = { buffers: ratio('step', 'buffers'), cpu: ratio('step', 'cpuMs') }
  const timer = { buffers: ratio('timer', 'buffers'), cpu: ratio('timer', 'cpuMs') }
  for (const [size, { step: one, timer: due }] of [
    [0, empty],
    [count, full],
  ] as const) {
    console.log(
      `${size} loans: a step takes ${one.buffers} buffers and ${one.cpuMs} ms of the engine's CPU, ` +
        `a due timer ${due.buffers} and ${due.cpuMs} ms`,
    )
  }
  return { count, step, timer, isProved: step.buffers < ratioMax && timer.buffers < ratioMax }
}

async function measure(count: number): Promise<{ step: Cost; timer: Cost }> {
  const database = await openThrowAwayDatabase()
  const { owner } = database
  try {
    await owner.pool.query('alter system set autovacuum = off')
    await owner.pool.query('select pg_reload_conf()')
    await fillWithLoans(database.url, count)
    const ids = await insertMeasured(database.url, measured + warmUp)
    const queue = await attachQueue(owner)
    const step = await costOf(owner, ids, (id) => claim(owner, id))
    const timer = await costOf(owner, ids, (id) => fire(owner, id))
    await queue.stop({ graceful: false, close: false })
    return { step, timer }
  } finally {
    await database.stop()
  }
}

/** The lender's payment claim: a transition with its event, deadline and notifications. */
const claim = (owner: Database, id: string) =>
  inTransaction(owner, async (tx) => {
    await applyTransition(tx, await lockLoan(tx, id), { action: 'markPaid', actor: 'LENDER' })
  })

/** The deadline has passed: the pump finds the timer, and the job does what is due. */
async function fire(owner: Database, id: string): Promise<void> {
  await owner.pool.query(
    `with due as (update escrows set deadline_at = app_now() where id = $1)
     update timers set fire_at = app_now() where subject_id = $1 and job = 'escrow.tick'`,
    [id],
  )
  await pumpTimers(owner)
  await inTransaction(owner, (tx) => passDeadline(tx, id))
}

async function costOf(
  owner: Database,
  ids: readonly string[],
  work: (id: string) => Promise<unknown>,
): Promise<Cost> {
  for (const id of ids.slice(0, warmUp)) await work(id)
  const { rows } = await owner.pool.query<{ pid: number }>('select pg_backend_pid() as pid')
  const postmaster = parentOf(rows[0]?.pid ?? 0)
  const [buffers, cpu] = [await readBuffers(owner), cpuSecondsOfCluster(postmaster)]
  for (const id of ids.slice(warmUp)) await work(id)
  const used = { buffers: await readBuffers(owner), cpu: cpuSecondsOfCluster(postmaster) }
  return {
    buffers: Math.round((used.buffers - buffers) / measured),
    cpuMs: Number((((used.cpu - cpu) * 1000) / measured).toFixed(1)),
  }
}

/** Connections report their reads only now and then unless forced to. */
async function readBuffers({ pool }: Database): Promise<number> {
  const clients = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()))
  for (const client of clients) await client.query('select pg_stat_force_next_flush()')
  for (const client of clients) client.release()
  const { rows } = await pool.query<{ read: string }>(
    `select blks_hit + blks_read as read from pg_stat_database where datname = current_database()`,
  )
  return Number(rows[0]?.read ?? 0)
}
