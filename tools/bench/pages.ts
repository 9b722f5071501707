import { type ChildProcess, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { medianOf, printRows, type Row } from '../../apps/server/bench/shared/rows.ts'
import { cpuSecondsOf } from '../../apps/server/proofs/shared/process-cost.ts'
import { openThrowAwayDatabase } from '../../apps/server/proofs/shared/throw-away-database.ts'
import { insertManyListings } from '../../apps/server/test/given/many-listings.ts'
import { startApiNode } from '../../apps/server/test/node.ts'
import { makeSecrets } from '../../apps/server/test/secrets.ts'
import { freePort } from '../local/postgres.ts'
import { openVisitor } from './visits/visitor.ts'

/**
 * The bar `pages`: what an anonymous page costs the web server, against a bare server of Node that
 * sends the same bytes; and how soon a change is seen through it. Only processor time counts. The
 * load comes from this process, which is not counted. The web is built before: `node apps/web/build.ts`.
 */
const listings = 300
const paths = ['/', '/domains']
const connections = 16
const rounds = 6
const triesMax = 13
/** With fewer answers a second the machine has other work, and a round says nothing about ours. */
const perSecondLeast = 1000
const roundMs = 600
const lookingMs = 3000
const changes = 20

if (process.argv[2] === '--constant') sendConstant(process.argv[3] ?? '')
else await measureAll()

/** The other side of the comparison, in a process of its own. */
function sendConstant(base64: string): void {
  const body = Buffer.from(base64, 'base64')
  const server = createServer((_, reply) => {
    reply.writeHead(200, { 'content-type': 'text/html', 'content-length': body.length })
    reply.end(body)
  })
  server.listen(0, '127.0.0.1', () => process.send?.(server.address()))
}

async function measureAll(): Promise<void> {
  const stops: (() => unknown)[] = []
  try {
    printRows(await measure(stops))
  } finally {
    for (const stop of stops.toReversed()) await stop()
  }
}

async function measure(stops: (() => unknown)[]): Promise<Row[]> {
  const database = await openThrowAwayDatabase()
  stops.push(() => database.stop())
  const client = new pg.Client(database.url)
  await client.connect()
  await insertManyListings({ pool: client }, { count: listings })
  await client.end()
  const { port, pid } = await startProduct(database.url, stops)
  const rows: Row[] = []
  for (const path of paths) rows.push(...(await compare(path, { port, pid }, stops)))
  rows.push(await measureFreshness(database.owner.pool, port))
  return rows
}

type Web = { port: number; pid: number }

async function startProduct(databaseUrl: string, stops: (() => unknown)[]) {
  const api = await startApiNode({
    PIER_MODE: 'test',
    DATABASE_URL: databaseUrl,
    PUBLIC_ORIGIN: 'http://localhost:4300',
    SMTP_URL: 'smtp://127.0.0.1:1',
    PASSWORD_COST: 'light',
    TRUSTED_PROXY_HOPS: '1',
    LOG_LEVEL: 'error',
    ...(await makeSecrets()),
  })
  stops.push(() => api.stop())
  const port = await freePort()
  const web = spawn(process.execPath, [join(import.meta.dirname, '../../apps/web/server.ts')], {
    env: {
      ...process.env,
      NODE_ENV: 'production',
      PORT: String(port),
      API_ORIGIN: api.base,
      PUBLIC_ORIGIN: 'http://localhost:4300',
      TRUSTED_PROXY_HOPS: '1',
    },
    stdio: ['ignore', 'ignore', 'inherit'], // Its access log is on, as in production.
  })
  stops.push(() => end(web))
  while (!(await fetch(`http://127.0.0.1:${port}/health/ready`).catch(() => null))?.ok)
    await sleep(50)
  return { port, pid: web.pid ?? 0 }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  child.kill('SIGTERM')
  await once(child, 'exit')
}

/**
 * As a browser asks: compressed. The bare server sends the very bytes that ours sent last. Beside its
 * answers ours looks every few moments whether the page is still right: that is a part of a core,
 * however many or few ask, so it is measured by itself and does not count as cost of an answer.
 */
async function compare(path: string, web: Web, stops: (() => unknown)[]): Promise<Row[]> {
  await load(web.port, path, 1500)
  const { body } = await readOnce(web.port, path)
  const bare = fork(import.meta.filename, ['--constant', body.toString('base64')])
  stops.push(() => end(bare))
  const [address] = (await once(bare, 'message')) as [{ port: number }]
  const constant = { port: address.port, pid: bare.pid ?? 0 }
  await load(constant.port, path, 1500)
  const looking = await costOfLooking(web, path)
  const ratios: number[] = []
  for (let round = 0; round < triesMax && ratios.length < rounds; round++) {
    const theirs = await costOf(constant, path, 0)
    const ours = await costOf(web, path, looking)
    const isBusy = Math.min(theirs.perSecond, ours.perSecond) < perSecondLeast
    if (!isBusy) ratios.push(theirs.micros / ours.micros)
    console.log(
      `${path}: ${body.length} bytes; constant ${theirs.micros.toFixed(0)} µs, ` +
        `ours ${ours.micros.toFixed(0)} µs at ${ours.perSecond.toFixed(0)}/s` +
        (isBusy ? ', not counted' : ''),
    )
  }
  if (ratios.length === 0) throw new Error('The machine was too busy for any round to count')
  return [
    {
      bar: 'pages',
      what: `node:http sending constant bytes ÷ ours, an answer with ${path} for a stranger (processor time)`,
      measured: medianOf(ratios),
      goal: 0.5,
      is: 'at least',
      peer: 'Next.js 0.002',
      limit: '1.0',
    },
    {
      bar: 'pages',
      what: `keeping ${path} fresh while somebody asks for it (processor time)`,
      measured: looking * 100,
      goal: 15,
      is: 'at most',
      unit: '% of a core',
    },
  ]
}

/** The share of a core that goes into a page which few ask for, often enough that it is kept. */
async function costOfLooking({ port, pid }: Web, path: string): Promise<number> {
  const visitor = openVisitor({ port, path, address: '198.51.100.98' })
  const startedAt = performance.now()
  const before = cpuSecondsOf(pid)
  while (performance.now() - startedAt < lookingMs) {
    await visitor.ask()
    await sleep(20)
  }
  visitor.leave()
  return (cpuSecondsOf(pid) - before) / ((performance.now() - startedAt) / 1000)
}

async function costOf({ port, pid }: Web, path: string, besides: number) {
  const startedAt = performance.now()
  const before = cpuSecondsOf(pid)
  const done = await load(port, path, roundMs)
  const seconds = (performance.now() - startedAt) / 1000
  return {
    micros: ((cpuSecondsOf(pid) - before - besides * seconds) / done) * 1e6,
    perSecond: done / seconds,
  }
}

/** How many whole answers came. Each visitor asks again as soon as they have theirs. */
async function load(port: number, path: string, forMs: number): Promise<number> {
  const until = performance.now() + forMs
  const visits = Array.from({ length: connections }, async (_, index) => {
    const visitor = openVisitor({ port, path, address: `198.51.100.${index + 1}` })
    let done = 0
    while (performance.now() < until) {
      await visitor.ask()
      done++
    }
    visitor.leave()
    return done
  })
  const counts = await Promise.all(visits)
  return counts.reduce((all, count) => all + count, 0)
}

async function readOnce(port: number, path: string) {
  const visitor = openVisitor({ port, path, address: '198.51.100.99' })
  try {
    return { body: await visitor.ask() }
  } finally {
    visitor.leave()
  }
}

/** The newest listing is hidden and shown again while others read: how long the page is behind. */
async function measureFreshness(pool: pg.Pool, port: number): Promise<Row> {
  const read = async () => (await fetch(`http://127.0.0.1:${port}/domains`)).text()
  const { rows } = await pool.query<{ id: string }>(
    'select id from listings where is_active order by number desc limit 1',
  )
  const id = rows[0]?.id ?? ''
  if (!(await read()).includes(id)) throw new Error('The newest listing is not on the page')
  let worstMs = 0
  const over = new AbortController()
  const readers = Array.from({ length: 2 }, async () => {
    while (!over.signal.aborted) {
      await load(port, '/domains', 100)
      await sleep(20)
    }
  })
  for (let change = 0; change < changes; change++) {
    const isShown = change % 2 === 1
    await pool.query('update listings set is_active = $1 where id = $2', [isShown, id])
    const changedAt = performance.now()
    while ((await read()).includes(id) !== isShown) await sleep(5)
    worstMs = Math.max(worstMs, performance.now() - changedAt)
    await sleep(50 * (change % 5))
  }
  over.abort()
  await Promise.all(readers)
  return {
    bar: 'pages',
    what: 'a changed listing is seen on /domains, the longest wait',
    measured: Math.round(worstMs),
    goal: 1000,
    is: 'at most',
    unit: 'ms',
  }
}
