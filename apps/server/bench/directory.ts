/**
 * `pnpm bench directory`: the public list of listings, at 300,000 of them and at 1,000. A page that
 * nobody has read lately beside the same SQL on the bare engine, a page that all read beside constant
 * bytes, whether size matters, and how long a change stays unseen. CPU time in interleaved rounds.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { openMarket, type Market } from '../proofs/listings/listings-market.ts'
import { cpuSecondsOf } from '../proofs/shared/process-cost.ts'
import { startConstantServer } from './reading/constant-server.ts'
import { loadFor } from './reading/load.ts'
import {
  buffersOf,
  lastPageOf,
  pageStatement,
  perPage,
  scriptOf,
} from './reading/page-statement.ts'
import { runPgbench } from './reading/pgbench.ts'
import { medianOf, printRows } from './shared/rows.ts'

const rounds = 5
const connections = 16
const changes = 16

const startedAt = performance.now()
const stops: (() => Promise<void>)[] = []
try {
  const small = await openMarket(1000)
  stops.push(() => small.stop())
  const large = await openMarket(300_000)
  stops.push(() => large.stop())
  const constant = await startConstantServer(await readAnswer(large))
  stops.push(() => constant.stop())
  say('two markets')

  const measured = { uncached: [] as number[], cached: [] as number[], grown: [] as number[] }
  for (let round = -1; round < rounds; round++) {
    const bare = await costOfEngine(large, 'random')
    const first = await costOfEngine(small, 'first')
    const ours = await costOfPages(large, () => Math.ceil(Math.random() * lastPageOf(large)))
    const hot = await costOfPages(large, () => 1)
    const least = await costOfConstant(constant)
    if (round < 0) continue // It has warmed everything up.
    measured.uncached.push(bare / ours)
    measured.cached.push(least / hot)
    measured.grown.push(bare / first)
    say(`${[bare, ours, first, least, hot].map((each) => Math.round(each * 1e6)).join(' ')} µs`)
  }
  const buffers = await measureBuffers(small, large)
  const wrong = await countWrongPages(large)
  const fresh = await measureFreshness(large)
  printRows([
    row('page of 300,000 ÷ bare engine', medianOf(measured.uncached), 0.5, 'at least', '1'),
    row('page that all read ÷ constant bytes', medianOf(measured.cached), 0.6, 'at least', '1'),
    row('buffers, 300,000 ÷ 1,000', buffers, 1.5, 'at most', '1'),
    row(
      'engine CPU, random of 300,000 ÷ page 1 of 1,000',
      medianOf(measured.grown),
      1.5,
      'at most',
    ),
    { ...row('a change is seen after', fresh.worstMs / 1000, 1, 'at most'), unit: 's' },
    row('pages unlike plain counting', wrong, 0, 'at most'),
    {
      ...row('queries for the page that all read', fresh.queriesPerSecond, 5, 'at most'),
      unit: '/s',
    },
  ])
} finally {
  for (const stop of stops.toReversed()) await stop()
}

function row(what: string, measured: number, goal: number, is: 'at least' | 'at most', limit = '') {
  return { bar: 'directory', what, measured, goal, is, ...(limit && { limit }) }
}

async function costOfEngine(market: Market, from: 'random' | 'first'): Promise<number> {
  const script = scriptOf(await pageStatement(market, 1), market, from)
  const before = market.readCost().engine
  const planCacheMode = 'force_generic_plan'
  const done = await runPgbench({ url: market.url, script, seconds: 1, planCacheMode })
  return (market.readCost().engine - before) / done
}

/** CPU seconds a request, of the engine and of the API. */
async function costOfPages(market: Market, page: () => number): Promise<number> {
  const port = Number(new URL(market.base).port)
  const next = () => ({ path: `/api/listings?limit=${perPage}&page=${page()}` })
  const before = market.readCost()
  const done = await loadFor({ port, connections, ms: 1000, next })
  const after = market.readCost()
  return (after.engine + after.api - before.engine - before.api) / done
}

async function costOfConstant({ port, pid }: { port: number; pid: number }): Promise<number> {
  const before = cpuSecondsOf(pid)
  const done = await loadFor({ port, connections, ms: 1000, next: () => ({ path: '/' }) })
  return (cpuSecondsOf(pid) - before) / done
}

/** The answer that the constant server repeats, its head included. */
async function readAnswer({ base }: Market) {
  const reply = await fetch(`${base}/api/listings?limit=${perPage}&page=1`)
  const own = new Set(['date', 'connection', 'keep-alive'])
  const headers = Object.fromEntries([...reply.headers].filter(([name]) => !own.has(name)))
  return { headers, body: await reply.text() }
}

async function measureBuffers(small: Market, large: Market): Promise<number> {
  const last = lastPageOf(large)
  const touched: number[] = []
  for (const page of [1, 100, Math.ceil(last / 2), last]) touched.push(await buffersOf(large, page))
  const first = await buffersOf(small, 1)
  say(`buffers ${touched.join(' ')}, of the small one ${first}`)
  return Math.max(...touched) / first
}

type Page = { listings: { id: string }[]; pages: number; total: number }

async function readPage(market: Market, page: number): Promise<Page> {
  const { status, body } = await market.get(`/listings?limit=${perPage}&page=${page}`)
  if (status !== 200) throw new Error(`Page ${page} answered ${status}`)
  return JSON.parse(body) as Page
}

async function countWrongPages(market: Market): Promise<number> {
  const last = lastPageOf(market)
  let wrong = 0
  for (const page of [
    1,
    2,
    99,
    500,
    501,
    Math.ceil(last / 3),
    Math.ceil(last / 2),
    last - 1,
    last,
  ]) {
    const { rows } = await market.pool.query<{ id: string }>(
      `select id from listings where is_active order by number desc limit $1 offset $2`,
      [perPage, (page - 1) * perPage],
    )
    const { listings, pages, total } = await readPage(market, page)
    const isSame = listings.map(({ id }) => id).join() === rows.map(({ id }) => id).join()
    if (!isSame || pages !== last || total !== market.count) wrong += 1
  }
  return wrong
}

/** Hides and shows the newest listing while others read page 1 as fast as they can. */
async function measureFreshness(market: Market) {
  const [top] = (await readPage(market, 1)).listings
  const isSeen = ({ listings, total }: Page, isShown: boolean) =>
    (listings[0]?.id === top?.id) === isShown && total === market.count - (isShown ? 0 : 1)
  const port = Number(new URL(market.base).port)
  const path = `/api/listings?limit=${perPage}&page=1`
  const over = new AbortController()
  const hammer = async () => {
    while (!over.signal.aborted)
      await loadFor({ port, connections: 8, ms: 500, next: () => ({ path }) })
  }
  const readers = hammer()
  const startedAt = performance.now()
  const readsBefore = await countPageReads(market)
  let worstMs = 0
  for (let change = 0; change < changes; change++) {
    const isShown = change % 2 === 1
    await market.pool.query('update listings set is_active = $1 where id = $2', [isShown, top?.id])
    const changedAt = performance.now()
    while (!isSeen(await readPage(market, 1), isShown)) await sleep(5)
    worstMs = Math.max(worstMs, performance.now() - changedAt)
  }
  const seconds = (performance.now() - startedAt) / 1000
  over.abort()
  await readers
  await sleep(1100) // PostgreSQL tells its counts with a delay of up to a second.
  return { worstMs, queriesPerSecond: ((await countPageReads(market)) - readsBefore) / seconds }
}

/** Each read of a page goes to the index twice: to its first row, and along it. */
async function countPageReads({ pool }: Market): Promise<number> {
  const { rows } = await pool.query<{ count: string }>(
    `select idx_scan as count from pg_stat_user_indexes where indexrelname = 'listings_newest'`,
  )
  return Number(rows[0]?.count) / 2
}

function say(text: string) {
  console.log(`${Math.round((performance.now() - startedAt) / 1000)} s: ${text}`)
}
