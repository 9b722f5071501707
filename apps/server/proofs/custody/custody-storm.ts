/**
 * Many transfers at once, while connections to the registry are cut and workers are killed. The
 * expected result of each is known beforehand and compared afterwards, see
 * `custody-storm-checks.ts`.
 */
import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { invariant } from '../../src/platform/app-error.ts'
import { type House, inLanes, type Person, until } from './custody-house.ts'

export type Fate = 'good' | 'rejected' | 'wrongCode' | 'locked' | 'cancelled'
export type Asked = {
  name: string
  code: string
  fate: Fate
  premiumCents: number | undefined
  owner: Person
  id: string
  feeCents: number
}
export type StormSize = { transfers: number; kills: number; killEveryMs: number }

const namesPerPerson = 20
export const toppedUpCents = 500_000
const patience = { patienceMs: 900_000, everyMs: 300 }

export async function raiseStorm(house: House, size: StormSize, say: (text: string) => void) {
  const asked = await prepare(house, size.transfers)
  say(`storm: ${asked.length} names at the other registrar, on the lists of their owners`)
  const tally = { cuts: 0, cutsAfter: 0, kills: 0 }
  while (house.workers.length < 2) house.workers.push(await house.startWorker())
  cutAtRandom(house, tally)
  const watching = new AbortController()
  const watch = Promise.all([
    keepPolling(house, watching.signal),
    keepRejecting(house, asked, watching.signal),
  ])

  await quoteAll(house, asked)
  say('storm: every price is known')
  const killing = keepKilling(house, size, tally)
  await askAll(asked)
  say('storm: every transfer is asked for')
  const good = new Set(asked.filter(({ fate }) => fate === 'good').map(({ name }) => name))
  await until('what is not to arrive has ended', () => hasSettled(house, good), patience)
  say(`storm: the registry has all of them, after ${tally.cuts} cuts and ${tally.kills} kills`)
  await house.moveClock(5.01)
  await until('the rest has arrived', () => hasSettled(house, new Set()), patience)
  await killing
  house.world.registry.failBy(() => undefined)
  await until('nothing is left to do', () => isQuiet(house), patience)
  watching.abort()
  await watch
  say(`storm: all has ended, after ${tally.cuts} cuts and ${tally.kills} kills`)
  return { asked, ...tally }
}

async function prepare(house: House, count: number): Promise<Asked[]> {
  const asked: Asked[] = []
  for (let index = 0; index < count; index += namesPerPerson) {
    const owner = await house.register()
    await house.topUp(owner.id, toppedUpCents)
    const names = Array.from({ length: Math.min(namesPerPerson, count - index) }, (_, more) => ({
      name: `storm-${index + more}.com`,
      code: '',
      fate: someFate(),
      premiumCents: randomInt(5) === 0 ? randomInt(2000, 9000) : undefined,
    }))
    await house.world.other.addNames(
      names.map(({ name, fate, premiumCents }) => {
        return { name, premiumCents, isLocked: fate === 'locked', isWithoutDns: true }
      }),
    )
    const { added } = await owner.get<{ added: { id: string; domain: string }[] }>(
      'POST',
      '/domains/import',
      { names: names.map(({ name }) => name).join('\n') },
    )
    const ids = new Map(added.map(({ id, domain }) => [domain, id]))
    for (const one of names) {
      const code = house.world.other.readName(one.name).code ?? ''
      asked.push({ ...one, code, owner, id: ids.get(one.name) ?? '', feeCents: 0 })
    }
  }
  // Nobody publishes a record for these names, so there is nothing to check.
  await house.rows(`delete from timers where job = 'domains.check-control'`)
  return shuffle(asked) // The calls of one person wait for each other.
}

const shuffle = <T>(items: T[]): T[] =>
  items
    .map((item) => ({ item, place: randomInt(1_000_000) }))
    .sort((one, other) => one.place - other.place)
    .map(({ item }) => item)

function someFate(): Fate {
  const chance = randomInt(100)
  if (chance < 70) return 'good'
  if (chance < 80) return 'rejected'
  if (chance < 87) return 'wrongCode'
  return chance < 92 ? 'locked' : 'cancelled'
}

const cutCommands = new Set(['transfer', 'info', 'update', 'poll', 'check'])

/** Cuts one command in fourteen; half of those were executed, and nobody can tell which. */
function cutAtRandom({ world }: House, tally: { cuts: number; cutsAfter: number }): void {
  world.registry.failBy((command) => {
    if (!cutCommands.has(command) || randomInt(100) >= 7) return undefined
    const kind = randomInt(2) === 0 ? 'closeBefore' : 'closeAfter'
    tally.cuts++
    if (kind === 'closeAfter') tally.cutsAfter++
    return { kind }
  })
}

async function keepKilling(house: House, size: StormSize, tally: { kills: number }): Promise<void> {
  const { workers, startWorker } = house
  while (tally.kills < size.kills) {
    await sleep(randomInt(200, size.killEveryMs))
    const index = randomInt(2)
    await workers[index]?.kill()
    workers[index] = await startWorker()
    tally.kills++
  }
}

async function keepPolling(house: House, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await house.poll()
    await sleep(1000)
  }
}

/** The losing registrar rejects some of the pending transfers. */
async function keepRejecting({ world }: House, asked: Asked[], signal: AbortSignal) {
  let left = asked.filter(({ fate }) => fate === 'rejected')
  while (left.length > 0 && !signal.aborted) {
    left = left.filter(({ name }) => {
      if (world.registry.getDomain(name).transfer?.status !== 'pending') return true
      world.other.rejectTransfer(name)
      return false
    })
    await sleep(200)
  }
}

async function quoteAll(house: House, asked: Asked[]): Promise<void> {
  await inLanes(8, asked, async ({ owner, id }) => {
    await owner.get('POST', `/domains/${id}/quote`, { operation: 'transfer' })
  })
  const isPriced = async () => {
    const open = await house.rows(`select from fee_quotes where state = 'asking' limit 1`)
    return open.length === 0
  }
  await until('every price is known', isPriced, patience)
}

type Quote = { state: string; quote_id: string; amount: number }

const refusedAtOnce: ReadonlySet<Fate> = new Set<Fate>(['wrongCode', 'locked'])

async function askAll(asked: Asked[]): Promise<void> {
  const later: Promise<void>[] = []
  await inLanes(8, asked, async (one) => {
    const { owner, id, fate, code } = one
    const path = `/domains/${id}/quote`
    const quote = await owner.get<Quote>('POST', path, { operation: 'transfer' })
    invariant(quote.state === 'ready', `${one.name} has a price: ${JSON.stringify(quote)}`)
    one.feeCents = Math.round(quote.amount * 100)
    const body = { transferCode: fate === 'wrongCode' ? wrong(code) : code }
    const click = () =>
      owner.call('POST', `/domains/${id}/transfer`, { ...body, quote_id: quote.quote_id })
    const replies = await Promise.all(randomInt(5) === 0 ? [click(), click()] : [click()])
    const taken = replies.filter(({ status }) => status === 200)
    // A worker is woken at once, so a request that the registry refuses may be over before the second
    // click: then that one is a request of its own. Of the others a name never has two.
    const mostTaken = refusedAtOnce.has(fate) ? replies.length : 1
    const isRight = taken.length >= 1 && taken.length <= mostTaken
    invariant(isRight, `${one.name} is asked for once: ${JSON.stringify(replies)}`)
    if (fate !== 'cancelled') return
    const calledBack = callBack(one)
    calledBack.catch(() => {}) // Thrown below, where all of them are awaited.
    later.push(calledBack)
  })
  await Promise.all(later)
}

const wrong = (code: string): string => `XXXX${code.slice(4)}`

async function callBack({ owner, id }: Asked): Promise<void> {
  await sleep(randomInt(4000))
  await owner.get('DELETE', `/domains/${id}/transfer`)
}

/** All have ended, except those that wait for the registry's five days. */
async function hasSettled({ rows }: House, waiting: ReadonlySet<string>): Promise<boolean> {
  const open = await rows<{ name: string; state: string; isBusy: boolean }>(
    `select name, state, exists (select from registrar_commands
       where domain_id = domains.id and settled_at is null) as "isBusy"
     from transfers join domains on domains.id = domain_id where ended_at is null`,
  )
  return open.every(({ name, state, isBusy }) => {
    return waiting.has(name) && state === 'requested' && !isBusy
  })
}

async function isQuiet({ rows }: House): Promise<boolean> {
  const open = await rows(
    `select from pgboss.job where name like 'custody.%' and name <> 'custody.poll'
       and state in ('created', 'retry', 'active')
     union all select from registrar_commands where settled_at is null
     union all select from timers where job like 'custody.%' and fire_at <= app_now()`,
  )
  return open.length === 0
}
