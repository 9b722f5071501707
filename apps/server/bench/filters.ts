/**
 * `pnpm bench filters`: searches of the directory at 300,000 listings, by one filter and by many, each
 * with a count that nobody has asked for before. What they cost beside the same statements on the bare
 * engine, and what the slowest costs. CPU time in interleaved rounds.
 */
import { openMarket, type Market } from '../proofs/listings/listings-market.ts'
import { openBareEngine } from './reading/bare-search.ts'
import { loadFor } from './reading/load.ts'
import { openSearches, statementsOf } from './reading/searches.ts'
import { medianOf, printRows } from './shared/rows.ts'

const rounds = 3
const connections = 4
const roundMs = 300

type Bare = Awaited<ReturnType<typeof openBareEngine>>
type Cost = { bare: number; engine: number; api: number }

const stops: (() => Promise<void>)[] = []
try {
  const market = await openMarket(300_000)
  stops.push(() => market.stop())
  const bare = await openBareEngine(market.url, connections)
  stops.push(() => bare.stop())
  await measure(market, bare)
} finally {
  for (const stop of stops.toReversed()) await stop()
}

async function measure(market: Market, bare: Bare): Promise<void> {
  const searches = openSearches().map((search) => ({ ...search, costs: [] as Cost[] }))
  for (let round = -1; round < rounds; round++) {
    for (const { next, costs } of searches) {
      const cost = await costOf(market, bare, next, round < 0 ? roundMs / 2 : roundMs)
      if (round >= 0) costs.push(cost) // The first has warmed everything up.
    }
  }
  report(searches)
}

async function costOf(market: Market, bare: Bare, next: () => string, ms: number): Promise<Cost> {
  const statements = await statementsOf(market, next())
  const before = market.readCost()
  const bareDone = await bare.runFor(ms, statements)
  const between = market.readCost()
  const done = await loadFor({
    port: Number(new URL(market.base).port),
    connections,
    ms,
    next: () => ({ path: `/api/listings?${next()}` }),
  })
  const after = market.readCost()
  return {
    bare: (between.engine - before.engine) / bareDone,
    engine: (after.engine - between.engine) / done,
    api: (after.api - between.api) / done,
  }
}

function report(searches: { name: string; costs: Cost[] }[]): void {
  const ratios: number[] = []
  const ours: number[] = []
  for (const { name, costs: own } of searches) {
    const ratio = medianOf(own.map(({ bare, engine, api }) => bare / (engine + api)))
    const cost = medianOf(own.map(({ engine, api }) => engine + api))
    ratios.push(ratio)
    ours.push(cost)
    const parts = (['bare', 'engine', 'api'] as const).map((part) =>
      millis(medianOf(own.map((each) => each[part]))),
    )
    const [bare, engine, api] = parts
    console.log(
      `${name.padEnd(92)} bare ${bare} ms, ours ${engine} and ${api} in the API: ${ratio.toFixed(2)}`,
    )
  }
  const limit = '1'
  printRows([
    {
      bar: 'filters',
      what: 'search of 300,000 ÷ bare engine, median of all',
      measured: medianOf(ratios),
      goal: 0.6,
      is: 'at least',
      limit,
    },
    {
      bar: 'filters',
      what: 'CPU of the slowest search',
      measured: Math.max(...ours) * 1000,
      goal: 50,
      is: 'at most',
      unit: 'ms',
      peer: 'exact counts at 10⁶: 266',
    },
  ])
}

function millis(seconds: number): string {
  return (seconds * 1000).toFixed(2)
}
