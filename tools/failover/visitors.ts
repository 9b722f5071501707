import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { readEvents } from '../../apps/server/test/event-reader.ts'
import type { ApiNode } from '../../apps/server/test/node.ts'
import { longestGap } from './writers.ts'

export type Visitors = Awaited<ReturnType<typeof startVisitors>>

type Reader = { token: string; cookie: string | undefined; since: number }
type Answer = { at: number; status: number; ms: number }
type Registration = Answer & { email: string }
type Door = { api: ApiNode; reader: Reader; stopping: AbortSignal }
/** Sooner than a session's token runs out. */
const readerLastsMs = 10 * 60_000

/** People at the product: one registers each second, one reads, one has a tab open. */
export async function startVisitors(api: ApiNode) {
  const stopping = new AbortController()
  const door: Door = { api, reader: await enter(api), stopping: stopping.signal }
  const [registrations, reads]: [Registration[], Answer[]] = [[], []]
  const statuses = () => [...registrations, ...reads].map(({ status }) => status)
  const tab = keepTab(door)
  const running = [keepRegistering(door, registrations), keepReading(door, reads), tab.ended]
  return {
    registrations,
    streamsLost: tab.countLost,
    hasStream: tab.isOpen,
    countOf: (wanted: number) => statuses().filter((status) => status === wanted).length,
    /** Whatever is neither done nor "try again": 0 is no answer, 401 a session that was lost. */
    unexpected: () => statuses().filter((status) => status !== 200 && status !== 503),
    longestReadGapMs: (from: number, to: number) => gapBetween(reads, from, to),
    longestRegisterGapMs: (from: number, to: number) => gapBetween(registrations, from, to),
    async stop() {
      stopping.abort()
      await Promise.all(running)
    },
  }
}

function gapBetween(answers: Answer[], from: number, to: number): number {
  const inside = answers.filter(({ at, status }) => status === 200 && at > from && at < to)
  return longestGap([from, ...inside.map(({ at }) => at), to])
}

let addresses = 0
/** Limits count by address, so every call has its own. */
function nextAddress(): string {
  addresses += 1
  return `203.0.${addresses >> 8}.${addresses & 255}`
}

function register(api: ApiNode, email: string) {
  const body = { name: 'Mara Lindqvist', email, password: 'seven quiet herons' }
  return api.call('POST', '/users/register', { address: nextAddress() }, body)
}

const newEmail = () => `mara.${randomUUID()}@mail.example`

async function enter(api: ApiNode): Promise<Reader> {
  const { text, cookie } = await register(api, newEmail())
  const { token } = JSON.parse(text) as { token: string }
  return { token, cookie: cookie?.split(';')[0], since: performance.now() }
}

/** Status 0: no answer at all. */
async function timed(asked: Promise<{ status: number }>): Promise<Answer> {
  const startedAt = performance.now()
  const { status } = await asked.catch(() => ({ status: 0 }))
  const at = performance.now()
  return { at, status, ms: at - startedAt }
}

async function keepRegistering({ api, stopping }: Door, answers: Registration[]) {
  const asked: Promise<void>[] = []
  const registerOne = async () => {
    const email = newEmail()
    answers.push({ email, ...(await timed(register(api, email))) })
  }
  while (!stopping.aborted) {
    asked.push(registerOne()) // Nobody waits for the one before.
    await sleep(1000)
  }
  await Promise.all(asked)
}

async function keepReading(door: Door, answers: Answer[]) {
  const { api, stopping } = door
  while (!stopping.aborted) {
    const { token, cookie, since } = door.reader
    const caller = { address: nextAddress(), token, cookie }
    answers.push(await timed(api.call('GET', '/users/self', caller)))
    if (performance.now() - since > readerLastsMs) {
      door.reader = await enter(api).catch(() => door.reader) // Asked again next time.
    }
    await sleep(250)
  }
}

/** A tab that opens its stream again whenever that ends. */
function keepTab(door: Door) {
  type Stream = Awaited<ReturnType<typeof readEvents>>
  let current: Stream | undefined
  let lost = 0
  const isOpen = () => current?.events.some(({ event }) => event === 'ready') ?? false
  door.stopping.addEventListener('abort', () => current?.stop())
  const watch = async () => {
    while (!door.stopping.aborted) {
      const { token, cookie } = door.reader
      current = await readEvents(`${door.api.base}/api/events`, {
        'x-forwarded-for': nextAddress(),
        'x-access-token': token,
        ...(cookie && { cookie }),
      }).catch(() => undefined)
      await current?.ended
      if (isOpen()) lost += 1
      current = undefined
      await sleep(1000)
    }
  }
  return { ended: watch(), isOpen, countLost: () => lost }
}
