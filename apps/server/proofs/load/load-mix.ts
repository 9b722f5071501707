/** What people do, in which share, at an even pace that waits for nobody. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { ApiNode } from '../../test/node.ts'
import { until } from '../custody/custody-house.ts'
import type { Pair, Visitor } from './load-people.ts'
import { openStream } from './load-tabs.ts'

/** Of a thousand requests. Messages and offers stay below what one person may send. */
const shares = {
  page: 662,
  search: 60,
  listing: 80,
  loan: 50,
  loans: 30,
  dashboard: 20,
  chat: 25,
  notices: 25,
  message: 40,
  stream: 5,
  offer: 3,
}
type Kind = keyof typeof shares
const listingPages = 400

type Sent = { loanId: string; body: string }
type Made = Awaited<ReturnType<typeof startMix>>
export type Traffic = Made['traffic']

type Stage = { nodes: readonly [ApiNode, ApiNode]; pairs: Pair[] }

/** A process that has just begun is several times as slow. What is sent then counts, its time does not. */
const warmUp = { perSecond: 50, seconds: 8 }

/** Returns when all is answered. */
export async function runMix(stage: Stage, pace: Pace) {
  const { traffic, ask } = await startMix(stage)
  await keepPace(traffic, warmUp, ask)
  traffic.asked = 0
  traffic.openMax = 0
  traffic.latencies.length = 0
  traffic.seconds = await keepPace(traffic, pace, ask)
  return traffic
}

type Pace = { perSecond: number; seconds: number }
type Ask = (dueAt: number) => Promise<void>

/** Returns how long sending took. */
async function keepPace(traffic: Traffic, { perSecond, seconds }: Pace, ask: Ask): Promise<number> {
  const startedAt = performance.now()
  const open = new Set<Promise<void>>()
  for (let number = 0; number < perSecond * seconds; number++) {
    const dueAt = startedAt + (number * 1000) / perSecond
    const early = dueAt - performance.now()
    if (early > 0) await sleep(early)
    const one = ask(dueAt).finally(() => open.delete(one))
    open.add(one)
    traffic.openMax = Math.max(traffic.openMax, open.size)
  }
  const took = (performance.now() - startedAt) / 1000
  await Promise.all(open)
  return took
}

async function startMix({ nodes, pairs }: Stage) {
  const kinds = shuffle(Object.entries(shares).flatMap(([kind, share]) => Array(share).fill(kind)))
  const turns = { message: 0, offer: 0 }
  const context: Context = { nodes, pairs, listingIds: await readListings(nodes[0]), turns }
  const traffic = {
    asked: 0,
    openMax: 0,
    seconds: 0,
    latencies: [] as number[],
    sent: [] as Sent[],
    unexpected: [] as string[],
  }
  let begun = 0
  /** Late is late: time counts from when it was due, not from when it could be sent. */
  const ask: Ask = async (dueAt) => {
    const number = begun++
    const kind = kinds[number % kinds.length] as Kind
    const node = nodes[number % 2 === 0 ? 0 : 1]
    traffic.asked += 1
    try {
      const { status, wanted, text, sent } = await requests[kind](context, node, number)
      if (status !== wanted) traffic.unexpected.push(`${kind}: ${status} ${text.slice(0, 200)}`)
      else if (sent) traffic.sent.push(sent)
    } catch (error) {
      const { cause = error } = error as Error
      traffic.unexpected.push(`${kind}: no answer, ${String(cause)}`)
    }
    traffic.latencies.push(performance.now() - dueAt)
  }
  return { traffic, ask }
}

type Context = Stage & { listingIds: string[]; turns: { message: number; offer: number } }
type Answer = { status: number; wanted: number; text: string; sent?: Sent }
type Request = (context: Context, node: ApiNode, number: number) => Promise<Answer>

const anonymously =
  (pathOf: (context: Context, number: number) => string): Request =>
  async (context, node, number) => {
    const reply = await node.call('GET', pathOf(context, number), { address: addressOf(number) })
    return { ...reply, wanted: 200 }
  }

const asOneOf =
  (method: 'GET' | 'POST', pathOf: (pair: Pair) => string, body?: object): Request =>
  async ({ pairs }, node, number) => {
    const pair = pick(pairs, Math.floor(Math.random() * pairs.length))
    const reply = await callAs(pair.sides[number % 4 < 2 ? 0 : 1], node, {
      method,
      path: pathOf(pair),
      body,
    })
    return { ...reply, wanted: 200 }
  }

const requests: Record<Kind, Request> = {
  page: anonymously((_, number) => `/listings?limit=12&page=${1 + ((number * 7) % listingPages)}`),
  search: anonymously(
    (_, number) => `/listings?tld=com&amount_min=${100 + (number % 500)}&sort=adjusted`,
  ),
  listing: anonymously(({ listingIds }, number) => `/listings/${pick(listingIds, number)}`),
  loan: asOneOf('GET', ({ loanId }) => `/escrow/${loanId}`),
  loans: asOneOf('POST', () => '/escrow/borrower', { page: 1, limit: 20 }),
  dashboard: asOneOf('GET', () => '/app/dashboard'),
  chat: asOneOf('GET', ({ loanId }) => `/escrow/${loanId}/messages`),
  notices: asOneOf('GET', () => '/notifications'),
  message: sendMessage,
  stream: lookAtStream,
  offer: makeOffer,
}

/** Everybody in turn, so that nobody sends more than they may. */
async function sendMessage({ pairs, turns }: Context, node: ApiNode): Promise<Answer> {
  const turn = turns.message++
  const { loanId, sides } = pick(pairs, turn)
  const sender = sides[Math.floor(turn / pairs.length) % 2 === 0 ? 0 : 1]
  // Written in letters: several numbers in a row may be pieces of an account.
  const message = `The papers are on their way, says ${inLetters(turn)}.`
  const path = `/escrow/${loanId}/message`
  const reply = await callAs(sender, node, { method: 'POST', path, body: { message } })
  return { ...reply, wanted: 201, sent: { loanId, body: message } }
}

/** One lender after the other changes their offer on a domain of somebody else. */
async function makeOffer({ pairs, turns }: Context, node: ApiNode): Promise<Answer> {
  const turn = turns.offer++
  const { sides } = pick(pairs, turn)
  const { openDomainId } = pick(pairs, turn + 1)
  const body = { domain_id: openDomainId, loan_amount: 20_000 + turn, term: 210, apy: 13.25 }
  const reply = await callAs(sides[1], node, { method: 'POST', path: '/offers', body })
  return { ...reply, wanted: 201 }
}

/** A second tab, for a moment. */
async function lookAtStream({ pairs }: Context, node: ApiNode, number: number): Promise<Answer> {
  const { events, stop } = await openStream(node, pick(pairs, number).sides[0])
  await until('the stream is ready', () => events.length > 0, { everyMs: 10 })
  stop()
  return { status: 200, wanted: 200, text: '' }
}

type Call = { method: string; path: string; body?: object | undefined }

async function callAs(visitor: Visitor, node: ApiNode, { method, path, body }: Call) {
  return node.call(method, path, await visitor.fresh(node), body)
}

async function readListings(node: ApiNode): Promise<string[]> {
  const reply = await node.call('GET', '/listings?limit=100&page=2', { address: addressOf(0) })
  const { listings } = JSON.parse(reply.text) as { listings: { id: string }[] }
  return listings.map(({ id }) => id)
}

/** Strangers each have an address of their own: what one may ask for in a minute is limited. */
const addressOf = (number: number): string => `198.18.${(number >> 8) & 255}.${number & 255}`

const inLetters = (number: number): string =>
  [...number.toString(16)].map((digit) => 'bcdfghjklmnpqrst'[parseInt(digit, 16)]).join('')

function pick<T>(all: readonly T[], number: number): T {
  const one = all[number % all.length]
  if (one === undefined) throw new Error('There is nothing to pick from')
  return one
}

function shuffle<T>(all: T[]): T[] {
  return all
    .map((each) => ({ each, place: Math.random() }))
    .toSorted((one, other) => one.place - other.place)
    .map(({ each }) => each)
}
