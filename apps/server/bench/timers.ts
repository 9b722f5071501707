/**
 * What it costs the database to find due deadlines and to make jobs of them, while a million others
 * wait for their day, beside the same where none wait.
 */
import pg from 'pg'
import { openDatabase, type Database } from '../src/platform/db/database.ts'
import { migrate } from '../src/platform/db/migrate.ts'
import { attachQueue } from '../src/platform/jobs/queue.ts'
import { pumpTimers, readNextTimer } from '../src/platform/jobs/timers.ts'
import { createLog } from '../src/platform/log.ts'
import { medianOf, printRows } from './shared/rows.ts'
import { withStack, type Stack } from './stack/stack.ts'

const waiting = 1_000_000
const duePerRound = 10_000
const rounds = 5
const perTimer = (seconds: number) => ((seconds * 1000) / duePerRound).toFixed(3)

await withStack(async (stack) => {
  const log = createLog({ level: 'error', name: 'bench' })
  const full = stack.owner
  await full.pool.query('create database none_waiting')
  const url = new URL(stack.url)
  url.pathname = '/none_waiting'
  const empty = openDatabase({ url: url.href, role: undefined, poolMax: 4, log })
  await migrate(empty)
  await fill(stack.url)
  const queues = [await attachQueue(full), await attachQueue(empty)]
  try {
    await measure(stack, full)
    await measure(stack, empty) // Both warm.
    const ratios: number[] = []
    for (let round = 0; round < rounds; round++) {
      const [beside, alone] = [await measure(stack, full), await measure(stack, empty)]
      console.log(`beside a million ${perTimer(beside)}, alone ${perTimer(alone)} ms a timer`)
      ratios.push(beside / alone)
    }
    printRows([
      {
        bar: 'timers',
        what: 'a due deadline beside 1,000,000 that wait, processor time of the database',
        measured: medianOf(ratios),
        goal: 1.1,
        is: 'at most',
        unit: 'times one alone',
        peer: 'pg-boss 20, graphile-worker 25',
        limit: '1',
      },
    ])
  } finally {
    for (const queue of queues) await queue.stop({ graceful: false, close: false })
    await empty.destroy()
  }
})

/** Deadlines of loans, each within the next year. On its own connection, for as long as it takes. */
async function fill(url: string): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  await client.query(
    `insert into timers (job, subject_id, fire_at)
     select 'escrow.tick', lpad(to_hex(n), 32, '0')::uuid, now() + n * interval '30 seconds'
     from generate_series(1, $1::int) as n`,
    [waiting],
  )
  await client.query('vacuum analyze timers')
  await client.query('checkpoint')
  await client.end()
}

/** Processor seconds of the cluster for due timers: found, made jobs of, and none left. */
async function measure(stack: Stack, db: Database): Promise<number> {
  await db.pool.query(
    `insert into timers (job, subject_id, fire_at)
     select 'offers.expire', gen_random_uuid(), now() from generate_series(1, $1::int)`,
    [duePerRound],
  )
  const before = stack.clusterSeconds()
  if ((await readNextTimer(db)) > 0) throw new Error('The next timer is not seen to be due')
  const pumped = await pumpTimers(db)
  if (pumped !== duePerRound) throw new Error(`${pumped} of ${duePerRound} timers became jobs`)
  if ((await readNextTimer(db)) <= 0) throw new Error('A due timer was left')
  return stack.clusterSeconds() - before
}
