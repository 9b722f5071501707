import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { makeSecrets } from '../../../test/secrets.ts'
import { useTestDatabase } from '../../../test/test-database.ts'
import { createApi } from '../../api.ts'
import { apiChecks, workerChecks } from '../../modules/back-office/watch/watch.service.ts'
import { AppError } from '../app-error.ts'
import { readConfig } from '../config.ts'
import { jobCatalogue } from '../jobs/job-catalogue.ts'
import { enqueue } from '../jobs/queue.ts'
import { startWorker, type JobHandlers } from '../jobs/worker.ts'
import { startHub } from '../live/hub.ts'
import { createLog } from '../log.ts'
import { createMetrics } from '../metrics.ts'
import { startChecks, type Check } from '../watch/checks.ts'
import { inTransaction, openDatabase, type Database } from './database.ts'

const database = useTestDatabase()
type Line = { msg: string; seconds?: number; what?: string; job?: string; err?: { code?: string } }
const leads = 'this worker has the exclusive jobs'

test('an outage is two lines of the log of a process, whoever notices it there', async () => {
  const road = await openRoad(database.url)
  onTestFinished(() => road.close())
  const api = await startApi(road.url)
  let running = 0
  const worker = await startWorkerOn(road.url, {
    // They are on the database when it goes away.
    'notifications.send-mail': async ({ db }) => {
      running += 1
      await sql`select pg_sleep(20)`.execute(db)
    },
  })
  await inTransaction(worker.db, async (tx) => {
    for (let count = 0; count < 3; count++) {
      await enqueue(tx, 'notifications.send-mail', { mailId: randomUUID() })
    }
  })
  await expect.poll(() => running).toBe(3)
  await expect.poll(() => worker.lines.map(({ msg }) => msg)).toEqual([leads])
  expect(await api.ask()).toEqual([200, 404])

  road.close()
  const answers: number[] = []
  const until = performance.now() + 4000
  while (performance.now() < until) {
    answers.push(...(await api.ask()))
    await sleep(100)
  }
  await road.open()

  const said = ({ lines }: { lines: Line[] }, message: string) =>
    lines.filter(({ msg }) => msg === message)
  const again = 'the database answers again'
  await expect.poll(() => said(worker, leads).length, { timeout: 10_000 }).toBe(2)
  for (const each of [api, worker]) {
    await expect.poll(() => said(each, again).length, { timeout: 10_000 }).toBe(1)
    expect(said(each, again)[0]?.seconds).toBeGreaterThanOrEqual(3)
    expect(said(each, 'the database is away')).toHaveLength(1)
  }
  await expect.poll(api.ask).toEqual([200, 404])
  await sleep(1500) // Every check is asked once more.
  expect(new Set(answers)).toEqual(new Set([503]))
  expect(api.lines).toHaveLength(2)
  expect(worker.lines).toHaveLength(4)
})

test('a round that runs out of time is named, once a minute, and is no lost connection', async () => {
  const worker = await startWorkerOn(database.url, {}, { statementTimeoutMs: 200 })
  await expect.poll(() => worker.lines.map(({ msg }) => msg)).toEqual([leads])
  const blocker = await database.owner.pool.connect()
  onTestFinished(() => blocker.release(true))
  await blocker.query('begin; lock table timers in access exclusive mode')

  const named = () => worker.lines.filter(({ msg }) => msg === 'timer pump')
  await expect.poll(named).toMatchObject([{ err: { code: '57014' } }])
  await sleep(1500) // Several rounds.

  expect(named()).toHaveLength(1)
  const others = worker.lines.filter(({ msg }) => msg !== 'timer pump' && msg !== leads)
  // It reads the same table, and says so in its own words.
  expect(others).toMatchObject([{ msg: 'a check has no answer', what: 'jobs' }])
})

test('connections that end while the database is there are one line', async () => {
  const { db, lines } = openLogged(database.url, 'pier_api')
  const names = ['one', 'other', 'third']
  const asked = names.map((name) =>
    sql`select pg_sleep(20)`.execute(db).catch((error: unknown) => db.outages.failed(error, name)),
  )
  await expect.poll(() => db.pool.totalCount - db.pool.idleCount).toBe(3)
  await db.pool.query('select') // Leaves a connection that nobody uses.

  await database.owner.pool.query(`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and usename = current_user and pid <> pg_backend_pid()`)

  await Promise.all(asked)
  await sleep(1000)
  expect(lines).toMatchObject([{ msg: 'a connection to the database was lost' }])
})

test('a job says that it failed, also for want of another server, but not that saving is paused', async () => {
  const worker = await startWorkerOn(database.url, {
    'users.request-reset': async () => {
      throw new AppError('saving_paused')
    },
    'notifications.send-mail': async () => {
      await once(connect(9, '127.0.0.1'), 'connect')
    },
    'users.build-export': async () => {
      throw new AppError('file_unavailable')
    },
  })

  await inTransaction(worker.db, async (tx) => {
    await enqueue(tx, 'users.request-reset', { emailKey: 'key', network: '198.51.100.0' })
    await enqueue(tx, 'notifications.send-mail', { mailId: randomUUID() })
    await enqueue(tx, 'users.build-export', { exportId: randomUUID() })
  })

  const failed = () => worker.lines.filter(({ msg }) => msg === 'job failed')
  await expect.poll(() => failed().length).toBe(2)
  await sleep(500)
  expect(new Map(failed().map(({ job, err }) => [job, err?.code]))).toEqual(
    new Map([
      ['notifications.send-mail', 'ECONNREFUSED'],
      ['users.build-export', 'file_unavailable'],
    ]),
  )
  expect(worker.lines.map(({ msg }) => msg).filter((msg) => msg !== 'job failed')).toEqual([leads])
})

/** A connection of a process, with the lines that it logs. */
function openLogged(url: string, role: string) {
  const lines: Line[] = []
  const write = (line: string) => void lines.push(JSON.parse(line) as Line)
  const log = createLog({ level: 'info', name: 'test' }, { write })
  const db = openDatabase({ url, role, poolMax: 10, log })
  onTestFinished(() => db.destroy())
  return { db, log, lines }
}

function startOften(
  { db, log }: { db: Database; log: ReturnType<typeof createLog> },
  of: readonly Check[],
) {
  const checks = of.map((check) => ({ ...check, everySeconds: 1 }))
  const running = startChecks({ db, log, metrics: createMetrics(), checks, tickMs: 100 })
  onTestFinished(() => running.stop())
}

async function startApi(url: string) {
  const process = openLogged(url, 'pier_api')
  const { db, log, lines } = process
  const config = readConfig({
    PIER_MODE: 'test',
    ACCESS_LOG: 'off',
    DATABASE_URL: url,
    PUBLIC_ORIGIN: 'http://localhost:4300',
    SMTP_URL: 'smtp://127.0.0.1:9',
    MAIL_BOUNCES: 'bounces@pier.example',
    MAIL_REPORT_SECRETS: 'hands in what came back',
    ...(await makeSecrets()),
  })
  const live = startHub(db, { url, role: 'pier_api' })
  const app = await createApi({ db, config, live, log, metrics: createMetrics() })
  startOften(process, apiChecks)
  onTestFinished(async () => {
    await app.close()
    await live.stop()
  })
  const ask = async () => {
    const replies = ['/health/ready', `/api/listings/${randomUUID()}`].map((path) =>
      app.inject(path),
    )
    return (await Promise.all(replies)).map(({ statusCode }) => statusCode)
  }
  return { lines, ask }
}

async function startWorkerOn(
  url: string,
  own: Partial<JobHandlers<object>>,
  { statementTimeoutMs = 30_000 } = {},
) {
  const limited = `${url}?statement_timeout=${statementTimeoutMs}`
  const process = openLogged(limited, 'pier_worker')
  const { db, log, lines } = process
  const idle = Object.keys(jobCatalogue).map((name) => [name, async () => {}])
  const handlers = { ...Object.fromEntries(idle), ...own } as JobHandlers<object>
  const worker = await startWorker({
    db,
    log,
    metrics: createMetrics(),
    clients: {},
    handlers,
    database: { url, role: 'pier_worker' },
    isScheduling: false,
  })
  startOften(process, workerChecks)
  onTestFinished(() => worker.stop())
  return { db, lines }
}

/** A way to the database that can be closed, as a network that is cut. */
async function openRoad(databaseUrl: string) {
  const url = new URL(databaseUrl)
  const socketFile = `${decodeURIComponent(url.hostname)}/.s.PGSQL.${url.port}`
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    const far = connect(socketFile)
    for (const [one, other] of [
      [socket, far],
      [far, socket],
    ] as const) {
      sockets.add(one)
      one.on('error', () => {})
      one.on('close', () => other.destroy())
      one.pipe(other)
    }
  })
  const open = async (port = 0) => {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
    return (server.address() as AddressInfo).port // Always so for a listening TCP server.
  }
  const port = await open()
  return {
    url: `postgres://${url.username}@127.0.0.1:${port}${url.pathname}`,
    open: () => open(port),
    close() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}
