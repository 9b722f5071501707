import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { startWorkerNode } from '../../../test/node.ts'
import { makeSecrets } from '../../../test/secrets.ts'
import { useTestDatabase } from '../../../test/test-database.ts'
import { inTransaction, openDatabase } from '../db/database.ts'
import { createMetrics } from '../metrics.ts'
import { jobCatalogue, type JobName } from './job-catalogue.ts'
import { attachQueue, enqueue } from './queue.ts'
import { startWorker, type JobHandlers } from './worker.ts'

const database = useTestDatabase()
const runs: { worker: string; id: string }[] = []
const stops = new Map<string, () => Promise<void>>()

afterEach(async () => {
  for (const stop of stops.values()) await stop()
  runs.length = 0
})

test('exclusive jobs run in one worker of two, the others in both', async () => {
  await startOne('first')
  await waitForHolder()
  await startOne('second')

  const exclusive: string[] = []
  const free: string[] = []
  const enqueueMore = async () => {
    const more = await enqueueMany(20)
    exclusive.push(...more.exclusive)
    free.push(...more.free)
    return workersOf(free)
  }
  await expect.poll(enqueueMore, { timeout: 30_000 }).toEqual(['first', 'second'])

  await expect.poll(() => runs.length, { timeout: 30_000 }).toBe(exclusive.length + free.length)
  expect(workersOf(exclusive)).toEqual(['first'])
})

test('when the worker that has them stops, the other goes on', async () => {
  const stopFirst = await startOne('first')
  await waitForHolder()
  await startOne('second')
  const before = await enqueueMany(3)
  await expect.poll(() => workersOf(before.exclusive), { timeout: 20_000 }).toEqual(['first'])

  await stopFirst()
  const after = await enqueueMany(3)

  await expect.poll(() => runsOf(after.exclusive).length, { timeout: 20_000 }).toBe(3)
  expect(workersOf(after.exclusive)).toEqual(['second'])
})

test('when the process that has them is killed, another takes over', async () => {
  const killed = await startWorkerNode({
    PIER_MODE: 'test',
    DATABASE_URL: database.url,
    PUBLIC_ORIGIN: 'http://localhost:4300',
    SMTP_URL: 'smtp://127.0.0.1:9',
    LOG_LEVEL: 'silent',
    ...(await makeSecrets()),
  })
  await waitForHolder()
  await startOne('second')

  await killed.kill()
  const { exclusive } = await enqueueMany(3)

  await expect.poll(() => runsOf(exclusive).length, { timeout: 20_000 }).toBe(3)
})

test('a worker whose connection is cut lets go, and one of them alone takes over', async () => {
  await startOne('first')
  await waitForHolder()
  await startOne('second')

  await cutHolder()
  await waitForHolder()
  await sleep(1500) // The one that lost it is back by now, without the lock.
  const { exclusive } = await enqueueMany(20)

  await expect.poll(() => runsOf(exclusive).length, { timeout: 20_000 }).toBe(20)
  expect(workersOf(exclusive)).toHaveLength(1)
})

async function startOne(worker: string): Promise<() => Promise<void>> {
  const { url, log } = database
  const db = openDatabase({ url, role: 'pier_worker', poolMax: 5, log })
  const nothing = async (_worker: unknown, _data: object): Promise<void> => {}
  const names = Object.keys(jobCatalogue) as JobName[]
  const handlers: JobHandlers<object> = {
    ...(Object.fromEntries(names.map((name) => [name, nothing])) as JobHandlers<object>),
    'users.build-export': async (_worker, { exportId }) => void runs.push({ worker, id: exportId }),
    'notifications.send-mail': async (_worker, { mailId }) => {
      runs.push({ worker, id: mailId })
      await sleep(50)
    },
  }
  const started = await startWorker({
    db,
    log,
    metrics: createMetrics(),
    clients: {},
    handlers,
    database: { url, role: 'pier_worker' },
    exclusive: ['users.build-export'],
  })
  const stop = async () => {
    stops.delete(worker)
    await started.stop()
    await db.destroy()
  }
  stops.set(worker, stop)
  return stop
}

async function enqueueMany(count: number) {
  const queue = await attachQueue(database.db)
  const make = () => Array.from({ length: count }, () => randomUUID())
  const [exclusive, free] = [make(), make()]
  await inTransaction(database.db, async (tx) => {
    for (const exportId of exclusive) await enqueue(tx, 'users.build-export', { exportId })
    for (const mailId of free) await enqueue(tx, 'notifications.send-mail', { mailId })
  })
  await queue.stop({ graceful: false, close: false })
  return { exclusive, free }
}

const runsOf = (ids: string[]) => runs.filter(({ id }) => ids.includes(id))
const workersOf = (ids: string[]) => [...new Set(runsOf(ids).map(({ worker }) => worker))].sort()

const holders = `select pid from pg_locks
  where locktype = 'advisory' and objid = 7461002 and granted
    and database = (select oid from pg_database where datname = current_database())`

async function waitForHolder() {
  const count = async () => (await database.owner.pool.query(holders)).rowCount
  await expect.poll(count, { timeout: 20_000 }).toBe(1)
}

async function cutHolder() {
  await database.owner.pool.query(`select pg_terminate_backend(pid) from (${holders}) held`)
}
