import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { setImmediate as immediately, setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { useTestDatabase } from '../../../test/test-database.ts'
import { openDatabase, type Database } from './database.ts'
import { readHot } from './hot-reads.ts'

const database = useTestDatabase()
let db: Database

beforeAll(() => {
  const { url, log } = database
  db = openDatabase({ url, role: 'pier_api', poolMax: 1, log })
})
afterAll(() => db.destroy())

type Who = { pid: number; role: string; plan: string; asked: number }
const whoAnswers = (asked: number) =>
  readHot<Who>(
    db,
    `select pg_backend_pid() as pid, current_user as role,
       current_setting('plan_cache_mode') as plan, $1::integer as asked`,
    [asked],
  )

test('many reads at once get their own answers, over two connections with plans of their own', async () => {
  const answers = await Promise.all(Array.from({ length: 100 }, (_, asked) => whoAnswers(asked)))

  expect(answers.map(([answer]) => answer?.asked)).toEqual(answers.map((_, asked) => asked))
  expect(new Set(answers.map(([answer]) => answer?.pid)).size).toBe(2)
  expect(answers[0]?.[0]).toMatchObject({ role: 'pier_api', plan: 'force_generic_plan' })
  const { rows } = await db.pool.query(`select current_setting('plan_cache_mode') as plan`)
  expect(rows).toEqual([{ plan: 'auto' }])
})

test('a statement that fails fails alone', async () => {
  const failing = readHot(db, 'select 1 / $1::integer as never', [0])
  const good = whoAnswers(7)

  await expect(failing).rejects.toThrow('division by zero')
  expect((await good)[0]?.asked).toBe(7)
})

test('a connection that was lost is opened again, and no reader notices', async () => {
  const [before] = await whoAnswers(0)
  await database.owner.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and query like '%plan_cache_mode%'
       and pid <> pg_backend_pid()`,
  )

  const after = await Promise.all([1, 2, 3, 4].map((asked) => whoAnswers(asked)))

  expect(after.map(([answer]) => answer?.asked)).toEqual([1, 2, 3, 4])
  expect(after.map(([answer]) => answer?.pid)).not.toContain(before?.pid)
})

test('a server that has vanished without a word keeps nobody waiting for long', async () => {
  const way = await openWay(new URL(database.url))
  const far = openDatabase({ url: way.url, role: 'pier_api', poolMax: 1, log: database.log })
  const ask = () => readHot<{ asked: number }>(far, 'select $1::integer as asked', [1])
  await Promise.all([ask(), ask()])

  way.fallSilent()
  const startedAt = performance.now()
  const during = await Promise.allSettled([ask(), ask(), ask(), ask()])
  expect(during.map(({ status }) => status)).toContain('rejected')
  expect(performance.now() - startedAt).toBeLessThan(5000)

  expect(await ask()).toEqual([{ asked: 1 }])
  way.close()
  await far.destroy()
})

test('where no more connections are to be had, a read goes where others go', async () => {
  const way = await openWay(new URL(database.url))
  const far = openDatabase({ url: way.url, role: 'pier_api', poolMax: 1, log: database.log })
  await far.pool.query('select')
  way.refuse()

  for (const asked of [1, 2, 3, 4])
    expect(await readHot(far, 'select $1::integer as asked', [asked])).toEqual([{ asked }])
  expect(way.refusals(), 'each of the two places asked once').toBe(2)
  way.close()
  await far.destroy()
})

test('a process that was busy itself does not take that for silence of the database', async () => {
  const slow = 'select $1::integer as asked from (select pg_sleep(0.2)) as later'
  const asking = readHot(db, slow, [5])
  await sleep(100)
  await immediately() // Timers are next then, and sockets after them.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 4000) // Nothing else runs meanwhile.

  expect(await asking).toEqual([{ asked: 5 }])
})

/** A way to the database on which what is open can fall silent; what is opened later gets through, or is refused. */
async function openWay(to: URL) {
  const open = new Set<Socket>()
  let isRefusing = false
  let refusals = 0
  const server = createServer((near) => {
    if (isRefusing) {
      refusals += 1
      near.destroy()
      return
    }
    const far = connect(`${decodeURIComponent(to.hostname)}/.s.PGSQL.${to.port}`)
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(one)
      one.on('data', (bytes) => other.write(bytes))
      one.on('close', () => other.destroy())
      one.on('error', () => other.destroy())
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = new URL(to)
  url.hostname = '127.0.0.1'
  url.port = String((server.address() as AddressInfo).port)
  return {
    url: url.href,
    fallSilent: () => {
      for (const socket of open) socket.removeAllListeners('data').pause()
    },
    refuse: () => {
      isRefusing = true
    },
    refusals: () => refusals,
    close: () => {
      for (const socket of open) socket.destroy()
      server.close()
    },
  }
}
