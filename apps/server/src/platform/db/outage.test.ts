import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { useTestDatabase } from '../../../test/test-database.ts'
import { jobCatalogue } from '../jobs/job-catalogue.ts'
import { startWorker, type JobHandlers } from '../jobs/worker.ts'
import { startHub } from '../live/hub.ts'
import { createLog } from '../log.ts'
import { createMetrics } from '../metrics.ts'
import { openDatabase } from './database.ts'

const database = useTestDatabase()

test('an outage is two lines of the log, however many queues and sessions notice it', async () => {
  const road = await openRoad(database.url)
  const lines: { msg: string; seconds?: number }[] = []
  const log = createLog(
    { level: 'info', name: 'test' },
    { write: (line) => lines.push(JSON.parse(line)) },
  )
  const direct = { url: road.url, role: 'pier_worker' }
  const db = openDatabase({ ...direct, poolMax: 5, log })
  const hub = startHub(db, direct)
  const idle = Object.keys(jobCatalogue).map((name) => [name, async () => {}])
  const handlers = Object.fromEntries(idle) as JobHandlers<object>
  const settings = { db, log, metrics: createMetrics(), clients: {}, handlers, database: direct }
  const worker = await startWorker({ ...settings, isScheduling: false })
  onTestFinished(async () => {
    await worker.stop()
    await hub.stop()
    await db.destroy()
    road.close()
  })
  await expect
    .poll(() => lines.map(({ msg }) => msg))
    .toEqual(['this worker has the exclusive jobs'])

  road.close()
  await sleep(4000)
  await road.open()

  const has = (message: string) => lines.filter(({ msg }) => msg === message)
  const leads = 'this worker has the exclusive jobs'
  await expect.poll(() => has(leads).length, { timeout: 10_000 }).toBe(2)
  await expect.poll(() => has('the database answers again').length, { timeout: 10_000 }).toBe(1)
  expect(has('the database answers again')[0]?.seconds).toBeGreaterThanOrEqual(3)
  expect(has('the database is away')).toHaveLength(1)
  expect(lines).toHaveLength(4)
})

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
