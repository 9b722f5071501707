/**
 * `pnpm bench streams`: a thousand people have a tab open on one API process, each with a stream of its
 * own. What that takes while nothing happens, and whether and when two hundred events reach those whom
 * they are for: from the commit, through the relay of the worker, to the tab.
 */
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { get, type ClientRequest, type IncomingMessage } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { cpuSecondsOf } from '../proofs/shared/process-cost.ts'
import { inTransaction } from '../src/platform/db/database.ts'
import { publish } from '../src/platform/live/publish.ts'
import { printRows } from './shared/rows.ts'
import { makePeople, type Guest } from './signing-in/people.ts'
import { withStack, type Stack } from './stack/stack.ts'

const streamCount = 1000
const eventCount = 200
const everyMs = 35
/** Each stream looks after its session every 15 seconds: a whole round of that. */
const idleSeconds = 15
const patienceMs = 5000

let addresses = 0

type Heard = Map<number, number>
type Tab = { userId: string; heard: Heard; request: ClientRequest }

await withStack(async (stack) => {
  const api = await stack.start('api')
  await stack.start('worker')
  const guests = await makePeople(stack.owner, {
    env: stack.env,
    people: streamCount,
    sessions: 1,
  })
  await openTab(api.base, guests[0]).then(({ request }) => request.destroy()) // It warms up.
  const emptyMegabytes = megabytesOf(api.pid)
  const tabs: Tab[] = []
  for (let from = 0; from < guests.length; from += 50) {
    const some = guests.slice(from, from + 50).map((guest) => openTab(api.base, guest))
    tabs.push(...(await Promise.all(some)))
  }
  let closed = 0
  for (const { request } of tabs) request.on('close', () => (closed += 1))
  await sleep(2000) // What opening them has left to do is over.
  const idle = await measureIdle(api.pid)
  const { latencies, strays } = await sendAll(stack, tabs)
  const fullMegabytes = megabytesOf(api.pid)
  console.log(
    `${streamCount} streams: ${emptyMegabytes} MB before, ${fullMegabytes} MB with them; ` +
      `${latencies.length} of ${eventCount} events came, ${strays} to somebody else`,
  )
  report({ idle, latencies, wrong: strays + closed, megabytes: fullMegabytes - emptyMegabytes })
  for (const { request } of tabs) request.destroy()
})

/** Resolves once the stream has said that it is ready. */
async function openTab(base: string, guest: Guest | undefined): Promise<Tab> {
  const { userId = '', token = '' } = guest ?? {}
  const headers = {
    accept: 'text/event-stream',
    'x-access-token': token,
    'x-forwarded-for': nextAddress(),
  }
  const request = get(`${base}/api/events`, { headers, agent: false })
  const [reply] = (await once(request, 'response')) as [IncomingMessage]
  if (reply.statusCode !== 200) throw new Error(`A stream was answered ${reply.statusCode}`)
  const heard: Heard = new Map()
  await new Promise<void>((resolve) => {
    reply.setEncoding('utf8').on('data', (text: string) => {
      if (text.includes('event: ready')) resolve()
      // An event is short, and is sent in one piece.
      for (const [, number] of text.matchAll(/"number":(\d+)/g)) {
        heard.set(Number(number), performance.now())
      }
    })
    reply.on('error', () => {}) // It was ended, by us in the end.
  })
  request.on('error', () => {})
  return { userId, heard, request }
}

/** Everybody from an address of their own, because one may call 600 times a minute. */
function nextAddress(): string {
  addresses += 1
  return `198.18.${addresses >> 8}.${addresses & 255}`
}

async function measureIdle(pid: number): Promise<number> {
  const before = { cpu: cpuSecondsOf(pid), at: performance.now() }
  await sleep(idleSeconds * 1000)
  const seconds = (performance.now() - before.at) / 1000
  return ((cpuSecondsOf(pid) - before.cpu) / seconds) * 100
}

/** Each to one person whom chance picks. Afterwards, who has heard of it, and when. */
async function sendAll({ owner }: Stack, tabs: Tab[]) {
  const sent: { to: Tab; at: number }[] = []
  for (let number = 0; number < eventCount; number++) {
    const to = tabs[Math.floor(Math.random() * tabs.length)]
    if (!to) throw new Error('There is a tab for every number')
    const event = { userId: to.userId, type: 'bench', data: { number } }
    const startedAt = performance.now()
    await inTransaction(owner, (tx) => publish(tx, event))
    sent.push({ to, at: performance.now() })
    await sleep(Math.max(0, startedAt + everyMs - performance.now()))
  }
  const until = performance.now() + patienceMs
  const isThere = () => sent.every(({ to }, number) => to.heard.has(number))
  while (!isThere() && performance.now() < until) await sleep(20)
  const latencies = sent.flatMap(({ to, at }, number) => {
    const heardAt = to.heard.get(number)
    return heardAt === undefined ? [] : [Math.max(0, heardAt - at)]
  })
  const all = tabs.reduce((sum, { heard }) => sum + heard.size, 0)
  return { latencies, strays: all - latencies.length }
}

type Measured = { idle: number; latencies: number[]; wrong: number; megabytes: number }

function report({ idle, latencies, wrong, megabytes }: Measured): void {
  const row = { bar: 'streams', is: 'at most' } as const
  printRows([
    {
      ...row,
      what: 'events that did not come',
      measured: eventCount - latencies.length,
      goal: 0,
    },
    { ...row, what: 'events to others, and streams that ended', measured: wrong, goal: 0 },
    {
      ...row,
      what: 'from the commit to one tab of 1,000, median',
      measured: shareOf(latencies, 0.5),
      goal: 60,
      unit: 'ms',
      peer: 'table polled every 50 ms: 32',
    },
    {
      ...row,
      what: 'the same, of 95 in 100',
      measured: shareOf(latencies, 0.95),
      goal: 120,
      unit: 'ms',
      peer: 'table polled every 50 ms: 78',
    },
    {
      ...row,
      what: 'memory of the process for each stream',
      measured: (megabytes / streamCount) * 1000,
      goal: 150,
      unit: 'kB',
    },
    {
      ...row,
      what: 'processor time of the process, 1,000 idle streams',
      measured: idle,
      goal: 10,
      unit: '% of a core',
    },
  ])
}

function megabytesOf(pid: number): number {
  const [, kilobytes = '0'] =
    /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Math.round(Number(kilobytes) / 1024)
}

function shareOf(values: number[], part: number): number {
  const sorted = values.toSorted((one, another) => one - another)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN
}
