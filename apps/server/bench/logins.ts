/**
 * `pnpm bench logins`: a storm of logins, each with its password and from an address that nobody has
 * used. What a login costs beside a bare check of a hash, and how many reads go on meanwhile: pages of
 * the directory that are not kept, and notices of somebody with a login. CPU time in interleaved rounds.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { cpuSecondsOf, cpuSecondsOfCluster, parentOf } from '../proofs/shared/process-cost.ts'
import { openThrowAwayDatabase } from '../proofs/shared/throw-away-database.ts'
import { insertManyListings } from '../test/given/many-listings.ts'
import { startApiNode } from '../test/node.ts'
import { loadFor } from './reading/load.ts'
import { medianOf, printRows } from './shared/rows.ts'
import { checkBare } from './signing-in/bare-hashes.ts'
import { envOf } from './signing-in/env.ts'
import { makePeople, type Guest } from './signing-in/people.ts'
import { registerPeople, startStorm } from './signing-in/storm.ts'

const rounds = 3
const people = 32
/** In a closed loop: each asks again as soon as it is answered. */
const readers = 4
/** More than one, because a session may call 300 times a minute. */
const sessions = 1200
/** Pages of twelve. The first 500 are kept for a moment, those after them are read anew. */
const pages = { from: 501, to: 833 }

const stops: (() => Promise<void>)[] = []
try {
  const database = await openThrowAwayDatabase()
  stops.push(() => database.stop())
  const { pool } = database.owner
  await insertManyListings({ pool }, { count: pages.to * 12 })
  const env = await envOf(database.url, 'full')
  const guests = await makePeople(database.owner, { env, people: 1, sessions })
  const { port, pid, stop } = await startApiNode(env)
  stops.push(stop)
  const { rows } = await pool.query<{ pid: number }>('select pg_backend_pid() as pid')
  const postmaster = parentOf(rows[0]?.pid ?? 0)
  await measure({ port, pid, postmaster, guests })
} finally {
  for (const stop of stops.toReversed()) await stop()
}

type Api = { port: number; pid: number; postmaster: number; guests: Guest[] }

async function measure(api: Api): Promise<void> {
  const emails = await registerPeople(api.port, people)
  const cpuSeconds = () => ({
    process: cpuSecondsOf(api.pid),
    engine: cpuSecondsOfCluster(api.postmaster),
  })
  await readFor(api, 2000) // It warms up.
  const measured = { cost: [] as number[], rate: [] as number[], reads: [] as number[] }
  let wrong = 0
  for (let round = 0; round < rounds; round++) {
    const bare = await checkBare(2000)
    const quiet = await readFor(api, 1500)
    const storm = startStorm(api.port, emails)
    await sleep(500)
    const alone = await logInFor(2500, storm, cpuSeconds)
    const read = await readFor(api, 2000)
    await storm.stop()
    const { wrong: wrongNow, toldToComeBack } = storm.counts
    console.log(
      `${bare.perSecond.toFixed(1)} hashes a second of ${millis(bare.cpu)} ms, ` +
        `${alone.perSecond.toFixed(1)} logins of ${millis(alone.process)} ms and the engine ${millis(alone.engine)}; ` +
        `${Math.round(quiet)} reads a second, ${Math.round(read)} in the storm; ` +
        `${toldToComeBack} told to come back, ${wrongNow} wrong answers`,
    )
    wrong += wrongNow
    measured.cost.push(bare.cpu / (alone.process + alone.engine))
    measured.rate.push(alone.perSecond / bare.perSecond)
    measured.reads.push(read / quiet)
  }
  report(measured, wrong)
}

function report(
  { cost, rate, reads }: { cost: number[]; rate: number[]; reads: number[] },
  wrong: number,
): void {
  const row = { bar: 'logins', is: 'at least' as const, limit: '1' }
  console.log(`by the clock, logins ÷ bare hashes: ${medianOf(rate).toFixed(2)}`)
  printRows([
    {
      ...row,
      what: 'login ÷ bare check of a hash',
      measured: medianOf(cost),
      goal: 0.8,
      peer: 'argon2 package, no queue: 0.27',
    },
    {
      ...row,
      what: 'reads in a storm ÷ before',
      measured: medianOf(reads),
      goal: 0.6,
      peer: 'argon2 package, no queue: 0.25',
    },
    {
      bar: 'logins',
      what: 'answers that are no login and no "come back"',
      measured: wrong,
      goal: 0,
      is: 'at most',
    },
  ])
}

/** How many a second, and the CPU seconds of each. */
async function logInFor(
  ms: number,
  { counts }: Pick<ReturnType<typeof startStorm>, 'counts'>,
  cpuSeconds: () => { process: number; engine: number },
) {
  const before = { count: counts.loggedIn, cpu: cpuSeconds(), at: performance.now() }
  await sleep(ms)
  const seconds = (performance.now() - before.at) / 1000
  const done = counts.loggedIn - before.count
  const after = cpuSeconds()
  return {
    perSecond: done / seconds,
    process: (after.process - before.cpu.process) / done,
    engine: (after.engine - before.cpu.engine) / done,
  }
}

/** Every other read is of somebody with a login. */
async function readFor({ port, guests }: Api, ms: number): Promise<number> {
  let reads = 0
  const next = () => {
    reads += 1
    const token = `x-access-token: ${guests[reads % guests.length]?.token}\r\n`
    if (reads % 2 === 0) return { path: '/api/notifications', headers: token }
    const page = pages.from + ((reads * 7) % (pages.to - pages.from))
    return { path: `/api/listings?limit=12&page=${page}` }
  }
  return (await loadFor({ port, connections: readers, ms, next })) / (ms / 1000)
}

function millis(seconds: number): string {
  return (seconds * 1000).toFixed(1)
}
