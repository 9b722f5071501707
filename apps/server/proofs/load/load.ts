import { setTimeout as sleep } from 'node:timers/promises'
import { insertManyListings } from '../../test/given/many-listings.ts'
import { startApiNode, type ApiNode } from '../../test/node.ts'
import { cpuSecondsOf } from '../shared/process-cost.ts'
import { startHouse, until, type House } from '../custody/custody-house.ts'
import { countEvents, countMessages, watchJobs, type Jobs } from './load-checks.ts'
import { runMix, type Traffic } from './load-mix.ts'
import { invitePairs } from './load-people.ts'
import { openTabs } from './load-tabs.ts'

/**
 * `pnpm proof load`: an hour of 150 requests a second over two API processes, as people make them,
 * while one of two workers is killed every ten seconds. Each message that was acknowledged is there
 * once and was told to both sides, no job has died or stayed, and every answer is the expected one.
 * `--small` is for every CI run, `--rate=50` for a machine that is shared.
 */
const isSmall = process.argv.includes('--small')
const size = isSmall ? { seconds: 40, pairs: 8 } : { seconds: 3600, pairs: 30 }
const given = process.argv.find((option) => option.startsWith('--rate='))?.slice(7)
const perSecond = Number(given ?? 150)
const killEveryMs = 10_000
const listings = 5000
/** Until everything is done that was begun; a lost worker's jobs wait for its silence to be noticed. */
const patienceMs = 120_000

const startedAt = performance.now()
const house = await startHouse({ logLevel: 'error' })
let other: ApiNode | undefined
let isProved = false
try {
  other = await startApiNode(house.env, { logFile: house.logFile })
  isProved = await prove(house, [house.api, other])
} finally {
  await other?.stop()
  await house.stop()
}
process.exit(isProved ? 0 : 1)

async function prove(place: House, nodes: readonly [ApiNode, ApiNode]): Promise<boolean> {
  for (let count = 0; count < 2; count++) place.workers.push(await place.startWorker())
  await insertManyListings(place.owner, { count: listings })
  // Nobody registered these names. As with names that are, a page of theirs finds them looked up.
  await place.rows(`insert into registrations (name, fetched_at, is_registered)
    select name, app_now(), true from listings`)
  const pairs = await invitePairs(place, size.pairs)
  const tabs = await openTabs(pairs, nodes)
  const jobs = watchJobs(place)
  await until('what the beginning left to do is done', async () => (await jobs.countOpen()) === 0)
  say(`${size.pairs} loans, ${tabs.length} open streams`)

  const killing = startKilling(place, jobs)
  const before = cpuSeconds(nodes)
  const traffic = await runMix({ nodes, pairs }, { perSecond, seconds: size.seconds })
  const kills = await killing.stop()
  const cpu = cpuSeconds(nodes) - before
  say('all is answered')
  await until('every job is done', async () => (await jobs.countOpen()) === 0, {
    patienceMs,
  }).catch((error: unknown) => console.log(String(error)))
  await until('every event has come', () => countEvents(tabs, traffic).lost === 0, {
    patienceMs: 10_000,
  }).catch((error: unknown) => console.log(String(error)))
  await jobs.look()
  const events = countEvents(tabs, traffic)
  for (const tab of tabs) await tab.stop()
  return report({
    traffic,
    cpu,
    kills,
    events,
    jobs,
    messages: await countMessages(place, traffic),
  })
}

/** One after the other, each started again at once. */
function startKilling(place: House, jobs: Jobs) {
  const stopping = new AbortController()
  let kills = 0
  const kill = async () => {
    for (;;) {
      await sleep(killEveryMs, undefined, { signal: stopping.signal }).catch(() => {})
      if (stopping.signal.aborted) return
      const victim = kills % place.workers.length
      await place.workers[victim]?.kill()
      place.workers[victim] = await place.startWorker()
      kills += 1
      await jobs.look()
      if (kills % 30 === 0) say(`${kills} kills`)
    }
  }
  const running = kill()
  return {
    async stop(): Promise<number> {
      stopping.abort()
      await running
      return kills
    },
  }
}

type Counts = { lost: number; doubled: number }
type Found = {
  traffic: Traffic
  cpu: number
  kills: number
  events: Counts
  messages: Counts & { sent: number }
  jobs: Jobs
}

async function report({ traffic, cpu, kills, events, messages, jobs }: Found): Promise<boolean> {
  const dead = await jobs.listDead()
  const open = await jobs.countOpen()
  const worst = jobs.worst()
  for (const line of traffic.unexpected.slice(0, 10)) console.log(`unexpected: ${line}`)
  for (const line of dead.slice(0, 10)) console.log(`dead: ${line}`)
  const [p50, p95, p99] = [0.5, 0.95, 0.99].map((part) => shareOf(traffic.latencies, part))
  const rate = traffic.asked / traffic.seconds
  console.log(
    `proof load: ${traffic.asked} requests, ${rate.toFixed(0)} a second for ${Math.round(traffic.seconds)} s ` +
      `over 2 API processes, ${kills} kills of workers: ${messages.sent} messages, ${messages.lost} lost, ` +
      `${messages.doubled} doubled; ${events.lost} events lost, ${events.doubled} doubled; ` +
      `${await jobs.countDone()} jobs done, ${dead.length} dead, ${open} left, ` +
      `the longest after ${worst.seconds.toFixed(1)} s (${worst.name}); ` +
      `${traffic.unexpected.length} unexpected answers; half within ${p50} ms, 95 in 100 within ${p95}, ` +
      `99 within ${p99}, at most ${traffic.openMax} open at once; ` +
      `the API took ${cpu.toFixed(0)} s of CPU; ${seconds()} s`,
  )
  const faults = [messages.lost, messages.doubled, events.lost, events.doubled, dead.length, open]
  const isPaced = rate > perSecond * 0.99
  return isPaced && traffic.unexpected.length === 0 && faults.every((count) => count === 0)
}

function cpuSeconds(nodes: readonly ApiNode[]): number {
  return nodes.reduce((sum, { pid }) => sum + cpuSecondsOf(pid), 0)
}

function shareOf(values: number[], part: number): number {
  const sorted = values.toSorted((one, another) => one - another)
  return Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0)
}

function say(text: string): void {
  console.log(`${seconds()} s: ${text}`)
}

function seconds(): number {
  return Math.round((performance.now() - startedAt) / 1000)
}
