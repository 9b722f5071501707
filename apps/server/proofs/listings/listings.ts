import { hash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { readWanted } from '../../src/modules/listings/directory/read-wanted.ts'
import { openDirectory } from '../../src/modules/listings/directory/directory.ts'
import { median } from '../shared/mann-whitney.ts'
import { openMarket, type Market, type Statement } from './listings-market.ts'

/**
 * `pnpm proof listings`: the directory costs the same whatever its size. Markets of 10³, 10⁵ and
 * 10⁷ listings exist side by side; pages and searches are read over HTTP in turns. What is compared
 * is CPU time of PostgreSQL and of the API, which does not depend on other load. `--small` is for
 * every CI run.
 */
const isSmall = process.argv.includes('--small')
const given = process.argv.find((option) => option.startsWith('--rows='))?.slice(7)
const sizes = given?.split(',').map(Number) ?? (isSmall ? [1e3, 3e4] : [1e3, 1e5, 1e7])
const roundsEnough = 7
const roundsAtFirst = isSmall ? 3 : roundsEnough
const roundMs = isSmall ? 500 : 700
const atOnce = 8
const perPage = 12
const pageBar = 1.3
const searchBar = 3
const freshMsBar = 1000

type Case = { name: string; bar: number; queryOf: (market: Market) => string }
const lastPage = ({ count }: Market) => Math.ceil(count / perPage)

const cases: Case[] = [
  { name: 'page 1', bar: pageBar, queryOf: () => 'page=1' },
  {
    // The smallest market has fewer pages; its last full one stands in.
    name: 'page 100',
    bar: pageBar,
    queryOf: (market) => `page=${Math.min(100, lastPage(market) - 1)}`,
  },
  {
    // Beyond the pages that are kept for a moment, in the smallest market too: read anew each time.
    name: 'last page, of one listing',
    bar: pageBar,
    queryOf: (market) => `page=${Math.min(market.count, 1_000_000)}&limit=1`,
  },
  ...[
    'tld=ai',
    'tld=shop&amount_min=1000&amount_max=5000',
    'amount_min=1000&amount_max=5000&sort=amount',
    'tld=com&apr_min=15&term_max=90&sort=adjusted',
    'search=lantern',
    'length_max=10',
    'tld=com&length_min=12&length_max=13&sort=amount',
  ].map((query) => ({ name: query, bar: searchBar, queryOf: () => query })),
]

const startedAt = performance.now()
const markets: Market[] = []
for (const size of sizes) {
  markets.push(await openMarket(size))
  console.log(`${size.toLocaleString('en')} listings after ${seconds()} s`)
}
console.log(
  'CPU of one call, of it the engine, and the same page by the engine alone; buffers of the map or ' +
    'count, which calls share for 0.4 or 5 s, and of the page; × the smallest market',
)
const missed: string[] = []
const freshMs = await proveAll()

for (const miss of missed) console.log(`missed: ${miss}`)
console.log(
  `proof listings: ${sizes.map((size) => size.toLocaleString('en')).join(', ')} listings, ` +
    `${cases.length} pages and searches, ${missed.length} bars missed; ` +
    `fresh after ${freshMs} ms at worst; ${seconds()} s`,
)
process.exit(missed.length === 0 ? 0 : 1)

async function proveAll(): Promise<number> {
  try {
    for (const each of cases) await measure(each)
    for (const market of markets) await checkPages(market)
    const worstMs = await measureFreshness(markets.at(-1))
    if (worstMs > freshMsBar) missed.push(`fresh after ${worstMs} ms, bar ${freshMsBar}`)
    return worstMs
  } finally {
    for (const market of markets) await market.stop()
  }
}

type Round = { ours: number; engine: number; bare: number }

/** A few rounds may miss a bar by chance: then the full number of rounds decides. */
async function measure(each: Case): Promise<void> {
  const misses = await measureIn(roundsAtFirst, each)
  const counted =
    misses.length > 0 && roundsAtFirst < roundsEnough ? await measureIn(roundsEnough, each) : misses
  missed.push(...counted)
}

async function measureIn(rounds: number, { name, bar, queryOf }: Case): Promise<string[]> {
  const misses: string[] = []
  const measured = markets.map(() => [] as Round[])
  const statements: Statement[][] = []
  for (const market of markets) statements.push(await captureStatements(market, queryOf(market)))
  for (let round = -1; round < rounds; round++) {
    for (const [index, market] of markets.entries()) {
      const ours = await load(market, () => readOk(market, queryOf(market)))
      const page = statements[index]?.at(-1)
      const bare = await load(market, () => runBare(market, page))
      // The first round warms everything up.
      if (round >= 0) measured[index]?.push({ ...ours, bare: bare.engine })
    }
  }
  for (const [index, market] of markets.entries()) {
    const own = measured[index] ?? []
    const ratios = own.map(({ ours }, round) => ours / (measured[0]?.[round]?.ours ?? ours))
    const ratio = median(ratios)
    const buffers = await countBuffers(market, statements[index] ?? [])
    console.log(
      `${name.padEnd(46)} ${String(market.count).padStart(9)}: ` +
        `${micros(own.map(({ ours }) => ours))} µs, engine ${micros(own.map(({ engine }) => engine))}, ` +
        `bare ${micros(own.map(({ bare }) => bare))} (${median(own.map(({ ours, bare }) => bare / ours)).toFixed(2)} of ours), ` +
        `buffers ${buffers.join(' + ')}, × ${ratio.toFixed(2)}`,
    )
    if (ratio > bar) misses.push(`${name} at ${market.count}: × ${ratio.toFixed(2)}, bar ${bar}`)
  }
  return misses
}

function micros(values: number[]): number {
  return Math.round(median(values) * 1e6)
}

/** CPU seconds per call, over many concurrent calls for a short time. */
async function load(market: Market, call: () => Promise<void>) {
  const before = market.readCost()
  const until = performance.now() + roundMs
  let done = 0
  const worker = async () => {
    while (performance.now() < until) {
      await call()
      done++
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  const after = market.readCost()
  const engine = (after.engine - before.engine) / done
  return { engine, ours: engine + (after.api - before.api) / done }
}

async function readOk(market: Market, query: string): Promise<void> {
  const { status } = await market.get(`/listings?${query}`)
  if (status !== 200) throw new Error(`${query} answered ${status}`)
}

async function runBare({ pool }: Market, statement: Statement | undefined): Promise<void> {
  if (!statement) throw new Error('a page is read with a statement')
  const { sql: text, parameters } = statement
  await pool.query({ name: hash('md5', text), text, values: [...parameters] })
}

/** What the product itself sends for this page: a count or a map, and the page. */
function captureStatements(market: Market, query: string): Promise<Statement[]> {
  const {
    page = '1',
    limit = String(perPage),
    sort = 'newest',
    ...asked
  } = Object.fromEntries(new URLSearchParams(query))
  const numbers = Object.entries(asked).map(([name, text]) => [
    name,
    ['search', 'tld'].includes(name) ? text : Number(text),
  ])
  const wanted = readWanted(Object.fromEntries(numbers))
  return market.capture((db) => {
    const directory = openDirectory(db)
    const place = { page: Number(page), limit: Number(limit) }
    return Object.keys(wanted).length > 0
      ? directory.search({ ...place, wanted, sort: sort as 'newest' })
      : directory.readNewest(place)
  })
}

type Plan = { 'Shared Hit Blocks': number; 'Shared Read Blocks': number }

async function countBuffers({ pool }: Market, statements: Statement[]): Promise<number[]> {
  const counts: number[] = []
  for (const { sql: text, parameters } of statements) {
    const explain = `explain (analyze, buffers, format json) ${text}`
    const { rows } = await pool.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(explain, [...parameters])
    const plan = rows[0]?.['QUERY PLAN'][0].Plan
    counts.push((plan?.['Shared Hit Blocks'] ?? 0) + (plan?.['Shared Read Blocks'] ?? 0))
  }
  return counts
}

type Page = { listings: { id: string }[]; pages: number; total: number }
async function readPage(market: Market, page: number): Promise<Page> {
  return JSON.parse((await market.get(`/listings?page=${page}`)).body) as Page
}

/** The same rows and page count as with a plain offset. */
async function checkPages(market: Market): Promise<void> {
  const last = lastPage(market)
  for (const page of [1, Math.min(100, last), Math.ceil(last / 2), last]) {
    const { rows } = await market.pool.query<{ id: string }>(
      `select id from listings where is_active order by number desc limit $1 offset $2`,
      [perPage, (page - 1) * perPage],
    )
    const found = await readPage(market, page)
    const isSame =
      JSON.stringify(found.listings.map(({ id }) => id)) ===
      JSON.stringify(rows.map(({ id }) => id))
    if (!isSame || found.pages !== last || found.total !== market.count) {
      missed.push(`page ${page} of ${market.count} is not what counting gives`)
    }
  }
}

/** Hides and shows the newest while others read: how long page or count are out of date. */
async function measureFreshness(market: Market | undefined): Promise<number> {
  if (!market) return 0
  const top = (await readPage(market, 1)).listings[0]?.id
  const isSeen = ({ listings, total }: Page, isShown: boolean) =>
    (listings[0]?.id === top) === isShown && total === market.count - (isShown ? 0 : 1)
  let worst = 0
  const over = new AbortController()
  const readers = Array.from({ length: 4 }, async () => {
    while (!over.signal.aborted) await readOk(market, 'page=1')
  })
  for (let change = 0; change < (isSmall ? 10 : 40); change++) {
    const isShown = change % 2 === 1
    await market.pool.query('update listings set is_active = $1 where id = $2', [isShown, top])
    const changedAt = performance.now()
    while (!isSeen(await readPage(market, 1), isShown)) await sleep(5)
    worst = Math.max(worst, performance.now() - changedAt)
  }
  over.abort()
  await Promise.all(readers)
  return Math.round(worst)
}

function seconds(): number {
  return Math.round((performance.now() - startedAt) / 1000)
}
