/**
 * How long a line of chat takes from one API process to a tab that hangs on another: through the
 * commit, the relay in the worker and the other process. Many people write, none faster than the
 * product lets them, and every line has to arrive, in the order in which it was written.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { invariant } from '../src/platform/app-error.ts'
import { startHouse, until, type House } from '../proofs/custody/custody-house.ts'
import { makeLoan, plainTerms } from '../proofs/loans/cast/loans-cast.ts'
import { readEvents } from '../test/event-reader.ts'
import { startApiNode, type ApiNode } from '../test/node.ts'
import { printRows } from './shared/rows.ts'

const loanCount = 10
/** The product lets nobody send more than 30 in a minute. */
const linesPerPerson = 30
const everyMs = 45
const warmUpLines = 2 * loanCount

type Caller = Parameters<ApiNode['call']>[2]
type Writer = Awaited<ReturnType<typeof invite>>
type Chat = { loanId: string; writers: [Writer, Writer]; lines: Line[]; last: Promise<unknown> }
type Line = { body: string; reader: 0 | 1; postedAt: number; answeredAt: number }
type Heard = { at: number; seq: bigint }

const house = await startHouse({ logLevel: 'error' })
let other: ApiNode | undefined
const stops: (() => void)[] = []
try {
  house.workers.push(await house.startWorker())
  other = await startApiNode(house.env, { logFile: house.logFile })
  await measure(other)
} finally {
  for (const stop of stops) stop()
  await other?.stop()
  await house.stop()
}

async function measure(node: ApiNode): Promise<void> {
  const chats: Chat[] = []
  for (let count = 0; count < loanCount; count++) chats.push(await openChat(house))
  const streams = new Map<Writer, Heard[]>()
  for (const { writers, loanId } of chats) {
    for (const writer of writers) streams.set(writer, await listen(node, writer, loanId))
  }
  await writeAll(chats)
  const all = chats.reduce((sum, { lines }) => sum + 2 * lines.length, 0)
  const countHeard = () => [...streams.values()].reduce((sum, heard) => sum + heard.length, 0)
  await until('every line at both sides', () => countHeard() >= all, { patienceMs: 10_000 }).catch(
    (error: unknown) => console.log(error),
  )
  const faults = await countFaults(chats)
  report(chats, streams, { lost: all - countHeard(), faults })
}

/** A loan between two new people. */
async function openChat(place: House): Promise<Chat> {
  const [borrower, lender] = [await invite(place), await invite(place)]
  const people = {
    BORROWER: { ...borrower.person, hasHome: false },
    LENDER: { ...lender.person, hasHome: false },
  }
  const { id } = await makeLoan(place, people, plainTerms)
  return { loanId: id, writers: [borrower, lender], lines: [], last: Promise.resolve() }
}

/** Somebody new, and what their browser sends with every call. */
async function invite({ api, register }: House) {
  let caller: Caller | undefined
  const person = await register({
    ...api,
    call: (method, path, from, body) => {
      caller = from
      return api.call(method, path, from, body)
    },
  })
  invariant(caller, 'who registers makes calls')
  return { person, caller }
}

/** Their open tab, on the other process. */
async function listen(node: ApiNode, { caller }: Writer, loanId: string): Promise<Heard[]> {
  const { token = '', cookie = '', address } = caller
  const headers = { 'x-access-token': token, cookie, 'x-forwarded-for': address }
  const { events, stop } = await readEvents(`${node.base}/api/events`, headers)
  stops.push(stop)
  await until('the stream is open', () => events.length > 0, { everyMs: 10 })
  const heard: Heard[] = []
  // The reader keeps what it hears; here it also matters when.
  events.push = (...news) => {
    for (const { id = '0', event, data } of news) {
      const { escrow_id: about } = data as { escrow_id?: string }
      if (event === 'loans' && about === loanId) {
        heard.push({ at: performance.now(), seq: BigInt(id) })
      }
    }
    return 0
  }
  return heard
}

/** At an even pace. In one loan a line waits for the answer to the line before it. */
async function writeAll(chats: Chat[]): Promise<void> {
  const startedAt = performance.now()
  const total = loanCount * 2 * linesPerPerson
  for (let number = 0; number < total; number++) {
    await sleep(Math.max(0, startedAt + number * everyMs - performance.now()))
    const chat = chats[number % loanCount]
    const side = Math.floor(number / loanCount) % 2 === 0 ? 0 : 1
    invariant(chat, 'there is a chat for every number')
    chat.last = chat.last.then(() => write(chat, side, `The money is on its way, said ${number}.`))
  }
  await Promise.all(chats.map(({ last }) => last))
}

async function write({ loanId, writers, lines }: Chat, side: 0 | 1, body: string): Promise<void> {
  const line: Line = {
    body,
    reader: side === 0 ? 1 : 0,
    postedAt: performance.now(),
    answeredAt: 0,
  }
  lines.push(line)
  const reply = await writers[side].person.call('POST', `/escrow/${loanId}/message`, {
    message: body,
  })
  invariant(reply.status === 201, `a line gave ${reply.status}: ${reply.text}`)
  line.answeredAt = performance.now()
}

/** Whether what can be read afterwards is what was written, in that order. */
async function countFaults(chats: Chat[]): Promise<number> {
  let faults = 0
  for (const { loanId, lines } of chats) {
    const kept = await house.rows<{ body: string }>(
      'select body from escrow_messages where escrow_id = $1 order by number',
      [loanId],
    )
    faults += lines.filter(({ body }, index) => kept[index]?.body !== body).length
  }
  return faults
}

function report(
  chats: Chat[],
  streams: Map<Writer, Heard[]>,
  { lost, faults }: { lost: number; faults: number },
): void {
  const fromPost: number[] = []
  const fromAnswer: number[] = []
  let turned = faults
  for (const { writers, lines } of chats) {
    for (const writer of writers) {
      const heard = streams.get(writer) ?? []
      turned += heard.filter(({ seq }, index) => seq <= (heard[index - 1]?.seq ?? -1n)).length
    }
    for (const [index, { reader, postedAt, answeredAt }] of lines.entries()) {
      const at = streams.get(writers[reader])?.[index]?.at
      if (at === undefined || index < warmUpLines / loanCount) continue
      fromPost.push(at - postedAt)
      fromAnswer.push(at - answeredAt)
    }
  }
  const row = { bar: 'chat', is: 'at most', unit: 'ms' } as const
  const count = chats.reduce((sum, { lines }) => sum + lines.length, 0)
  printRows([
    {
      ...row,
      what: 'from the POST at one process to the tab at another, median',
      measured: share(fromPost, 0.5),
      goal: 60,
      peer: 'relay at 20/s: 125',
    },
    {
      ...row,
      what: 'the same, of 95 in 100',
      measured: share(fromPost, 0.95),
      goal: 120,
      peer: 'relay at 20/s: 419',
    },
    {
      ...row,
      what: 'from the answer to the POST to the tab, median',
      measured: share(fromAnswer, 0.5),
      goal: 30,
      peer: 'relay at 20/s: 35',
    },
    {
      ...row,
      what: 'from the answer to the POST to the tab, of 95 in 100',
      measured: share(fromAnswer, 0.95),
      goal: 60,
    },
    { ...row, what: `lost of ${2 * count}`, measured: lost, goal: 0, unit: 'events' },
    { ...row, what: 'out of order', measured: turned, goal: 0, unit: 'lines' },
  ])
}

function share(values: number[], part: number): number {
  const sorted = values.toSorted((one, another) => one - another)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN
}
