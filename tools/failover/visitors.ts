import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { readEvents } from '../../apps/server/test/event-reader.ts'
import type { ApiNode } from '../../apps/server/test/node.ts'
import { longestGap } from './writers.ts'

export type Visitors = Awaited<ReturnType<typeof startVisitors>>

type Reader = { token: string; cookie: string | undefined }
type Answer = { at: number; status: number; ms: number }
type Door = { api: ApiNode; reader: Reader; stopping: AbortSignal }

/** People at the product: one registers each second, one reads, one has a tab open. */
export async function startVisitors(api: ApiNode) {
  const stopping = new AbortController()
  const door: Door = { api, reader: await enter(api), stopping: stopping.signal }
  const [registrations, reads]: [Answer[], Answer[]] = [[], []]
  const tab = keepTab(door)
  const running = [keepRegistering(door, registrations), keepReading(door, reads), tab.ended]
  return {
    registrations,
    streamsLost: tab.countLost,
    hasStream: tab.isOpen,
    countOf: (wanted: number) =>
      [...registrations, ...reads].filter(({ status }) => status === wanted).length,
    longestReadGapMs(from: number, to: number): number {
      const inside = reads.filter(({ at, status }) => status === 200 && at > from && at < to)
      return longestGap([from, ...inside.map(({ at }) => at), to])
    },
    async stop() {
      stopping.abort()
      await Promise.all(running)
    },
  }
}

let addresses = 0
/** Limits count by address, so every call has its own. */
function nextAddress(): string {
  addresses += 1
  return `203.0.${addresses >> 8}.${addresses & 255}`
}

function register(api: ApiNode) {
  const email = `mara.${randomUUID()}@mail.example`
  const body = { name: 'Mara Lindqvist', email, password: 'seven quiet herons' }
  return api.call('POST', '/users/register', { address: nextAddress() }, body)
}

async function enter(api: ApiNode): Promise<Reader> {
  const { text, cookie } = await register(api)
  const { token } = JSON.parse(text) as { token: string }
  return { token, cookie: cookie?.split(';')[0] }
}

/** Status 0: no answer at all. */
async function keep(answers: Answer[], asked: Promise<{ status: number }>): Promise<number> {
  const startedAt = performance.now()
  const { status } = await asked.catch(() => ({ status: 0 }))
  const at = performance.now()
  answers.push({ at, status, ms: at - startedAt })
  return status
}

async function keepRegistering({ api, stopping }: Door, answers: Answer[]) {
  const asked: Promise<number>[] = []
  while (!stopping.aborted) {
    asked.push(keep(answers, register(api))) // Nobody waits for the one before.
    await sleep(1000)
  }
  await Promise.all(asked)
}

async function keepReading(door: Door, answers: Answer[]) {
  const { api, stopping } = door
  while (!stopping.aborted) {
    const caller = { address: nextAddress(), ...door.reader }
    const status = await keep(answers, api.call('GET', '/users/self', caller))
    if (status === 401) door.reader = await enter(api).catch(() => door.reader) // Ran out.
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
