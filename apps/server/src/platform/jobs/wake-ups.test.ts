import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { countStatements } from '../../../test/count-statements.ts'
import { useTestDatabase } from '../../../test/test-database.ts'
import { inTransaction, openDatabase } from '../db/database.ts'
import { createMetrics } from '../metrics.ts'
import { jobCatalogue, type JobName } from './job-catalogue.ts'
import { attachQueue, enqueue } from './queue.ts'
import { setTimer } from './timers.ts'
import { startWorker, type JobHandlers } from './worker.ts'

const database = useTestDatabase()
/** Longer than any test waits: whatever runs then was woken, or knew when it was due. */
const never = 600_000
const ran: object[] = []
let stop = async () => {}

afterEach(async () => {
  await stop()
  ran.length = 0
})

test('a job wakes a worker that sleeps, when its transaction has committed', async () => {
  await startOne(never)
  const mailId = randomUUID()

  await send(mailId)

  await expect.poll(() => ran).toEqual([{ mailId }])
})

test('a deadline wakes it too, at once or when it comes', async () => {
  await startOne(never)
  const [now, soon] = [randomUUID(), randomUUID()]
  const job = 'users.delete-user'

  await inTransaction(database.db, async (tx) => {
    await setTimer(tx, { job, subjectId: now, fireAt: tx.now })
    await setTimer(tx, { job, subjectId: soon, fireAt: new Date(tx.now.getTime() + 1500) })
  })

  await expect.poll(() => ran).toEqual([{ subjectId: now, generation: 1 }])
  await expect.poll(() => ran, { timeout: 5000 }).toHaveLength(2)
})

test('a job that waits runs when its time has come', async () => {
  await startOne(never)
  const mailId = randomUUID()

  await send(mailId, 1000)

  await expect.poll(() => ran, { timeout: 5000 }).toEqual([{ mailId }])
})

test('what nobody was woken for is found by the slow look', async () => {
  await startOne(500)
  const mailId = randomUUID()
  const insert = 'insert into pgboss.job (name, data) values ($1, $2)'

  await database.owner.pool.query(insert, ['notifications.send-mail', { mailId }])

  await expect.poll(() => ran, { timeout: 5000 }).toEqual([{ mailId }])
})

test('a deadline that somebody holds is looked at now and then, not all the time', async () => {
  const [subjectId, job] = [randomUUID(), 'users.delete-user'] as const
  await inTransaction(database.db, (tx) => setTimer(tx, { job, subjectId, fireAt: tx.now }))
  const holder = await database.owner.pool.connect()
  await holder.query('begin')
  await holder.query('select from timers where subject_id = $1 for update', [subjectId])

  const sent = await countStatements(async () => {
    await startOne(never)
    await sleep(2000)
  })
  await holder.query('commit')
  holder.release()

  const looks = sent.filter((text) => text.includes('order by fire_at limit 1'))
  expect(looks.length).toBeGreaterThan(0)
  expect(looks.length).toBeLessThan(10)
  await expect.poll(() => ran).toEqual([{ subjectId, generation: 1 }])
})

test('a worker whose listening session was cut hears of the next job', async () => {
  await startOne(never)
  await database.owner.pool.query(`select pg_terminate_backend(pid) from (${listening}) as cut`)
  const [first, second] = [randomUUID(), randomUUID()]

  await send(first) // Perhaps while nobody listens.
  await expect.poll(() => ran, { timeout: 10_000 }).toEqual([{ mailId: first }])
  await untilListening()
  await send(second)

  await expect.poll(() => ran).toHaveLength(2)
})

const listening = `select pid from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid() and pid in (
    select pid from pg_locks where locktype = 'advisory' and objid = 7461002 and granted)`

async function untilListening() {
  const count = async () => (await database.owner.pool.query(listening)).rowCount
  await expect.poll(count, { timeout: 20_000 }).toBe(1)
}

async function send(mailId: string, afterMs?: number) {
  const queue = await attachQueue(database.db)
  await inTransaction(database.db, (tx) =>
    enqueue(tx, 'notifications.send-mail', { mailId }, afterMs === undefined ? {} : { afterMs }),
  )
  await queue.stop({ graceful: false, close: false })
}

async function startOne(slowLookMs: number) {
  const { url, log } = database
  const db = openDatabase({ url, role: 'pier_worker', poolMax: 5, log })
  const names = Object.keys(jobCatalogue) as JobName[]
  const record = async (_worker: unknown, data: object): Promise<void> => void ran.push(data)
  const handlers = Object.fromEntries(names.map((name) => [name, record])) as JobHandlers<object>
  const settings = { db, log, metrics: createMetrics(), clients: {}, handlers, slowLookMs }
  const worker = await startWorker({
    ...settings,
    database: { url, role: 'pier_worker' },
    isScheduling: false,
  })
  stop = async () => {
    await worker.stop()
    await db.destroy()
  }
  await untilListening()
}
