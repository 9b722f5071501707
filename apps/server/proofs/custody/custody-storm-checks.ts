/** The result of a storm, compared with the registry's own journal. Every figure must be 0. */
import { checkBooks } from '../../src/modules/ledger/ledger.service.ts'
import { type House, until } from './custody-house.ts'
import { type Asked, type Fate, toppedUpCents } from './custody-storm.ts'

const ends: Record<Fate, string> = {
  good: 'done',
  rejected: 'failed',
  wrongCode: 'failed',
  locked: 'failed',
  cancelled: 'cancelled',
}

export async function checkStorm(house: House, asked: Asked[]) {
  await sweepHoldings(house)
  const books = await checkBooks(house.owner)
  return {
    'ended otherwise': await countWrongEnds(house, asked),
    'not sent once': countDoubled(house, asked),
    'fees doubled or lost': await countWrongFees(house, asked),
    'balances wrong': await countWrongBalances(house, asked),
    'cents in the sum of the ledger': books.sumCents,
    'kept balances wrong': books.wrongUsers.length,
    'holdings wrong': await countWrongHoldings(house, asked),
    unlocked: countUnlocked(house, asked),
    'left for a person': await countLeft(house),
  }
}

/** A day later everything in custody is checked, and nothing of it may raise an alarm. */
async function sweepHoldings(house: House): Promise<void> {
  await house.moveClock(1)
  await house.enqueue('custody.check-holdings', {})
  const isDone = async () => {
    const due = await house.rows(
      `select from holdings where left_at is null and checked_at < app_now() - interval '12 hours'`,
    )
    return due.length === 0
  }
  await until('all holdings are looked at', isDone, { patienceMs: 300_000 })
}

/** Prints the first few, so that a failure says where to look. */
function complain(what: string, names: readonly string[]): number {
  if (names.length > 0) console.error(`${what}: ${names.slice(0, 5).join(', ')}`)
  return names.length
}

async function countWrongEnds({ rows }: House, asked: Asked[]): Promise<number> {
  const found = await rows<{ name: string; state: string; reason: string | null }>(
    'select name, state, reason from transfers join domains on domains.id = domain_id',
  )
  const ended = new Map(found.map((row) => [row.name, row]))
  const wrong = asked.filter(({ name, fate }) => ended.get(name)?.state !== ends[fate])
  return complain(
    'ended otherwise',
    wrong.map(({ name, fate }) => `${name} (${fate}): ${JSON.stringify(ended.get(name))}`),
  )
}

/** Each name has one transfer, so the registry must have at most one request for it. */
function countDoubled({ world, ourId }: House, asked: Asked[]): number {
  const counts = new Map<string, number>()
  for (const { name, what, registrar } of world.registry.journal()) {
    if (what === 'requested' && registrar === ourId) counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  const doubled = asked.filter(({ name }) => (counts.get(name) ?? 0) > 1)
  const missing = asked.filter(({ name, fate }) => fate === 'good' && counts.get(name) !== 1)
  return complain(
    'asked for not once',
    [...doubled, ...missing].map(({ name }) => name),
  )
}

/** What every owner must have left, given the names that are ours at the registry. */
async function countWrongBalances({ rows, world, ourId }: House, asked: Asked[]): Promise<number> {
  const spent = new Map<string, number>()
  for (const { owner, name, feeCents } of asked) {
    const isOurs = world.registry.getDomain(name).sponsor === ourId
    spent.set(owner.id, (spent.get(owner.id) ?? 0) + (isOurs ? feeCents : 0))
  }
  const found = await rows<{ id: string; available: string; held: string }>(
    'select user_id as id, available_cents as available, held_cents as held from ledger_balances',
  )
  const balances = new Map(found.map((row) => [row.id, row]))
  const wrong = [...spent].filter(([id, cents]) => {
    const { available, held } = balances.get(id) ?? {}
    return Number(available) !== toppedUpCents - cents || Number(held) !== 0
  })
  return complain(
    'balances',
    wrong.map(([id, cents]) => `${id}: ${JSON.stringify(balances.get(id))} after ${cents}`),
  )
}

/** Each fee is captured exactly once where the name is ours, and not at all otherwise. */
async function countWrongFees({ rows, world, ourId }: House, asked: Asked[]): Promise<number> {
  const found = await rows<{ name: string; captured: string; lines: number }>(
    `select name, coalesce(sum(amount_cents), 0) as captured, count(amount_cents)::int as lines
     from transfers join domains on domains.id = domain_id
     left join (select transaction_id, amount_cents from ledger_entries
       join ledger_postings on entry_id = id where account = 'registry_payable') as paid
       using (transaction_id)
     group by name`,
  )
  const paid = new Map(found.map((row) => [row.name, row]))
  const wrong = asked.filter(({ name, feeCents }) => {
    const isOurs = world.registry.getDomain(name).sponsor === ourId
    const { captured, lines } = paid.get(name) ?? {}
    return lines !== (isOurs ? 1 : 0) || Math.abs(Number(captured)) !== (isOurs ? feeCents : 0)
  })
  return complain(
    'fees',
    wrong.map(({ name, feeCents }) => `${name}: ${JSON.stringify(paid.get(name))}, ${feeCents}`),
  )
}

async function countWrongHoldings({ rows, world, ourId }: House, asked: Asked[]): Promise<number> {
  const found = await rows<{ name: string }>(
    `select name from holdings join domains on domains.id = domain_id
     where left_at is null and status = 'CUSTODY_PAID'`,
  )
  const held = new Set(found.map(({ name }) => name))
  const wrong = asked.filter(({ name }) => {
    return held.has(name) !== (world.registry.getDomain(name).sponsor === ourId)
  })
  return complain(
    'holdings',
    wrong.map(({ name }) => name),
  )
}

/** Locked at the end, and never unlocked since it arrived. */
function countUnlocked({ world, ourId }: House, asked: Asked[]): number {
  const opened = new Set(
    world.registry
      .journal()
      .filter(({ what, registrar }) => what === 'unlocked' && registrar === ourId)
      .map(({ name }) => name),
  )
  const open = asked.filter(({ name }) => {
    const { sponsor, statuses } = world.registry.getDomain(name)
    const isLocked =
      statuses.has('clientTransferProhibited') && statuses.has('clientDeleteProhibited')
    return sponsor === ourId && (!isLocked || opened.has(name))
  })
  return complain(
    'unlocked',
    open.map(({ name }) => name),
  )
}

/** Nothing needed a person: no false alarm, no stuck command, no failed job. */
async function countLeft({ rows }: House): Promise<number> {
  const left = await rows<{ what: string }>(
    `select 'alarm ' || kind || ' of ' || domain_id as what from custody_alarms
     union all select 'transfer ' || id || ': ' || needs_operator from transfers
       where needs_operator is not null
     union all select 'command ' || id || ': ' || coalesce(error, '') from registrar_commands
       where state = 'stuck'
     union all select 'job ' || name || ': ' || error::text from dead_jobs
       where name <> 'custody.poll'
     union all select 'event ' || event_key || ': ' || problem from registrar_events
       where problem is not null
     union all select 'code of ' || id from transfers
       where sealed_code is not null and ended_at is not null`,
  )
  return complain(
    'left for a person',
    left.map(({ what }) => what),
  )
}
