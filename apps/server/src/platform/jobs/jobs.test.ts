import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { useTestDatabase } from '../../../test/test-database.ts'
import { inTransaction, openDatabase, type Database } from '../db/database.ts'
import { createMetrics } from '../metrics.ts'
import { jobCatalogue, type JobName } from './job-catalogue.ts'
import { attachQueue, enqueue } from './queue.ts'
import { clearTimer, pumpTimers, setTimer, setTimerBy } from './timers.ts'
import { startWorker, type JobHandlers } from './worker.ts'

const database = useTestDatabase()
const ran: { name: string; data: object }[] = []
const closers: (() => Promise<void>)[] = []

const record =
  (name: string) =>
  async (_worker: unknown, data: object): Promise<void> => {
    ran.push({ name, data })
  }

const names = Object.keys(jobCatalogue) as JobName[]
const handlers: JobHandlers<object> = {
  ...(Object.fromEntries(names.map((name) => [name, record(name)])) as JobHandlers<object>),
  'users.request-reset': async () => {
    throw new Error('cannot write to mara@lind.example')
  },
  'users.build-export': async ({ settle }, { exportId }) => {
    await settle(async (tx) => {
      await tx
        .insertInto('timers')
        .values({ job: 'effect', subjectId: exportId, fireAt: 'infinity' })
        .execute()
    })
  },
}

beforeAll(async () => {
  const { db, log, url } = database
  const queue = await attachQueue(db)
  const workerDb: Database = openDatabase({ url, role: 'pier_worker', poolMax: 10, log })
  // Two tries close together, so that a job runs out of them within the test.
  await database.owner.pool.query(
    `update pgboss.queue set retry_limit = 1, retry_delay = 0, retry_backoff = false
     where name = 'users.request-reset'`,
  )
  await database.owner.pool.query(
    `update pgboss.schedule set cron = '* * * * *' where name = 'ledger.checkpoint'`,
  )
  const worker = await startWorker({
    db: workerDb,
    log,
    metrics: createMetrics(),
    clients: {},
    handlers,
    database: { url, role: 'pier_worker' },
    slowLookMs: 100,
  })
  closers.push(
    () => worker.stop(),
    () => workerDb.destroy(),
    () => queue.stop({ graceful: false, close: false }),
  )
})
afterAll(async () => {
  for (const close of closers) await close()
})

test('a job runs if its transaction commits, and does not exist if it rolls back', async () => {
  const kept = randomUUID()
  const dropped = randomUUID()

  await inTransaction(database.db, async (tx) => {
    await enqueue(tx, 'notifications.send-mail', { mailId: dropped })
    throw new Error('changed our mind')
  }).catch(() => {})
  await inTransaction(database.db, (tx) => enqueue(tx, 'notifications.send-mail', { mailId: kept }))

  await expect.poll(() => ran.map(({ data }) => data)).toContainEqual({ mailId: kept })
  expect(ran.map(({ data }) => data)).not.toContainEqual({ mailId: dropped })
})

test('a timer fires when the clock reaches it, once, with its generation', async () => {
  const subjectId = randomUUID()
  const timer = { job: 'users.delete-user', subjectId } as const
  const hours = (count: number) => new Date(database.now() + count * 3_600_000)
  await inTransaction(database.db, (tx) => setTimer(tx, { ...timer, fireAt: hours(2) }))
  await inTransaction(database.db, (tx) => setTimer(tx, { ...timer, fireAt: hours(5) }))
  const fired = () => ran.filter(({ data }) => 'subjectId' in data && data.subjectId === subjectId)

  await database.moveClock(3 * 3_600_000)
  await pumpTimers(database.db)
  const early = fired().length
  await database.moveClock(3 * 3_600_000)
  await expect.poll(fired).toHaveLength(1)
  await pumpTimers(database.db)

  expect(early).toBe(0)
  expect(fired()).toEqual([{ name: 'users.delete-user', data: { subjectId, generation: 2 } }])
})

test('a timer that is only wanted by then leaves an earlier one as it is', async () => {
  const timer = { job: 'users.delete-user', subjectId: randomUUID() } as const
  const hours = (count: number) => new Date(database.now() + count * 3_600_000)
  const fireAt = async () =>
    (
      await database.owner.pool.query('select fire_at from timers where subject_id = $1', [
        timer.subjectId,
      ])
    ).rows[0].fire_at as Date
  const [soon, later] = [hours(2), hours(5)]

  await inTransaction(database.db, (tx) => setTimerBy(tx, { ...timer, fireAt: later }))
  await inTransaction(database.db, (tx) => setTimerBy(tx, { ...timer, fireAt: soon }))
  await inTransaction(database.db, (tx) => setTimerBy(tx, { ...timer, fireAt: later }))

  expect(await fireAt()).toEqual(soon)
  await inTransaction(database.db, (tx) => clearTimer(tx, timer))
})

test('a cleared timer never fires', async () => {
  const timer = { job: 'users.delete-user', subjectId: randomUUID() } as const
  await inTransaction(database.db, async (tx) => {
    await setTimer(tx, { ...timer, fireAt: tx.now })
    await clearTimer(tx, timer)
  })

  expect(await pumpTimers(database.db)).toBe(0)
})

test('a job out of tries becomes a line in the inbox of the operators', async () => {
  const data = { emailKey: 'abcd', network: '203.0.113.0/24' }
  await inTransaction(database.db, (tx) => enqueue(tx, 'users.request-reset', data))

  const inbox = async () => {
    const { rows } = await database.owner.pool.query('select name, data, error from dead_jobs')
    return rows
  }

  await expect.poll(inbox, { timeout: 15_000 }).toEqual([
    {
      name: 'users.request-reset',
      data,
      error: expect.stringContaining('cannot write to m***@l***'),
    },
  ])
})

test('the effect of a job and its settling commit together', async () => {
  const exportId = randomUUID()
  await inTransaction(database.db, (tx) => enqueue(tx, 'users.build-export', { exportId }))

  const state = async () => {
    const { rows } = await database.owner.pool.query(
      `select state::text from pgboss.job where data->>'exportId' = $1
       union all select 'effect' from timers where subject_id = $1::uuid order by state`,
      [exportId],
    )
    return rows.map((row) => row.state)
  }

  await expect.poll(state).toEqual(['completed', 'effect'])
})

test('a worker starts what stands in the schedule', async () => {
  await expect
    .poll(() => ran.map(({ name }) => name), { timeout: 50_000 })
    .toContain('ledger.checkpoint')
})
