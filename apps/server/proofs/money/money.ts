import { randomInt, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { checkBooks, takeCheckpoint } from '../../src/modules/ledger/ledger.service.ts'
import { invariant } from '../../src/platform/app-error.ts'
import { inTransaction } from '../../src/platform/db/database.ts'
import { attachQueue, enqueue } from '../../src/platform/jobs/queue.ts'
import { startInbox } from '@pier/stand-ins/inbox/inbox'
import { startPayments } from '@pier/stand-ins/payments/payments'
import { makeSecrets } from '../../test/secrets.ts'
import { deliverAll, listTold, multiply, type Tally } from './money-deliveries.ts'
import { measureHot } from './money-hot.ts'
import { isWrong, playSomething } from './money-scenarios.ts'
import { startApiNode, startWorkerNode } from '../../test/node.ts'
import { openThrowAwayDatabase } from '../shared/throw-away-database.ts'

/**
 * `pnpm proof money`: payments by card and coin in every way they can go, reported many times over,
 * out of order, with forgeries and losses, to two API processes and two workers that are killed
 * again and again. In the end every user must have exactly the expected sum. `--small` is for every
 * CI run.
 */
const isSmall = process.argv.includes('--small')
const size = isSmall
  ? { payments: 240, kills: 6, copiesMax: 20, hotRounds: 3 }
  : { payments: 10_000, kills: 50, copiesMax: 50, hotRounds: 7 }
const paymentsPerUser = 4
const startedAt = performance.now()
const say = (text: string) => console.log(`${String(elapsed()).padStart(5)} s  ${text}`)
const elapsed = () => Math.round((performance.now() - startedAt) / 1000)

const database = await openThrowAwayDatabase()
const { owner, url, log } = database
await owner.pool.query('update pgboss.queue set retry_delay = 1, retry_delay_max = 2')
const queue = await attachQueue(owner)
const inbox = await startInbox({ smtpPort: 0, httpPort: 0 })
const secrets = await makeSecrets()
const payments = await startPayments(secrets, { apiOrigin: 'http://127.0.0.1:1' })
payments.card.setDelivery({ mode: 'off' })
payments.crypto.setDelivery({ mode: 'off' })
const env = {
  PIER_MODE: 'test',
  DATABASE_URL: url,
  PUBLIC_ORIGIN: 'http://localhost:4300',
  SMTP_URL: `smtp://127.0.0.1:${inbox.smtpPort}`,
  PASSWORD_COST: 'light',
  TRUSTED_PROXY_HOPS: '1',
  LOG_LEVEL: 'silent',
  ...secrets,
  ...payments.env,
}
const nodes = [await startApiNode(env), await startApiNode(env)]
const workers = [await startWorkerNode(env), await startWorkerNode(env)]
const someNode = () => {
  const node = nodes[randomInt(nodes.length)]
  invariant(node, 'there are nodes')
  return node
}
const tally: Tally = { taken: 0, refused: 0, wronglyTaken: 0, times: [] }
const progress = { kills: 0 }

type User = { id: string; token: string; cookie: string; address: string; expectedCents: number }
type Opened = { user: User; transactionId: string; play: string }

const users = await registerUsers(Math.ceil(size.payments / paymentsPerUser))
say(`${users.length} users`)
const killing = keepKilling()
const opened = await openAndPlay()
say(`${opened.length} payments opened and played`)

const lost = new Set(opened.filter(() => randomInt(20) === 0).map((one) => one.transactionId))
const told = listTold(payments, (name) => lost.has(name))
const late = told.splice(0, Math.floor(told.length / 50))
await deliverAll(multiply(told, size.copiesMax), { baseOf: () => someNode().base, tally })
say(`${tally.taken} deliveries taken, ${tally.refused} forgeries refused`)
await killing
await drain()
say(`${progress.kills} kills; all events handled`)

await moveClock(16 * 60) // Lost events are asked for.
await drain()
await moveClock(7 * 86_400 + 3600)
await deliverAll(multiply(late, size.copiesMax), { baseOf: () => someNode().base, tally })
await drain()
say('what was lost is found, what came a week late is in')

const wrong = await compareUsers()
const books = await checkBooks(owner)
await takeCheckpoint(owner)
const afterCheckpoint = await checkBooks(owner)
const doubled = await countDoubled()
const reconciled = await reconcileNow()
const wrongOnes = opened.filter(({ play }) => isWrong(play)).length
const hot = await measureHot({
  url,
  log,
  users: users.map(({ id }) => id),
  rounds: size.hotRounds,
})
await Promise.all([...nodes, ...workers].map((node) => node.stop()))
await queue.stop({ graceful: false, close: false })
await inbox.close()
await payments.close()
await database.stop()

const p99 = tally.times.toSorted((a, b) => a - b)[Math.floor(tally.times.length * 0.99)] ?? 0
console.log(
  `proof money: ${opened.length} payments, ${tally.taken} deliveries of ${told.length + late.length} events ` +
    `(p99 ${Math.round(p99)} ms), ${lost.size} payments never told of, ${tally.refused} forgeries refused, ` +
    `${tally.wronglyTaken} taken; ${progress.kills} kills; ${wrong} of ${users.length} balances wrong, ` +
    `${doubled} doubled, ledger sum ${books.sumCents}, ${books.wrongUsers.length} kept balances wrong; ` +
    `${wrongOnes} mismatches, ${reconciled} unexplained at the providers; one hot user ` +
    `${Math.round(hot.oursPerSecond)} postings/s = ${hot.hotRatio.toFixed(2)} of bare SQL, many users ` +
    `${hot.manyRatio.toFixed(2)}, hot over many ${hot.hotOverMany.toFixed(2)}; ${elapsed()} s`,
)
const isProved =
  wrong === 0 &&
  doubled === 0 &&
  tally.wronglyTaken === 0 &&
  progress.kills >= size.kills &&
  [books, afterCheckpoint].every((one) => one.sumCents === 0 && one.wrongUsers.length === 0) &&
  reconciled === wrongOnes
process.exit(isProved ? 0 : 1)

async function registerUsers(count: number): Promise<User[]> {
  const registered = await inLanes(8, count, async (index) => {
    const address = `203.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`
    const email = `payer.${index}@mail.example`
    const body = { name: 'Payer', email, password: 'seven quiet herons' }
    const reply = await someNode().call('POST', '/users/register', { address }, body)
    const { token } = JSON.parse(reply.text) as { token: string }
    const cookie = reply.cookie?.split(';')[0] ?? ''
    return { email, token, cookie, address }
  })
  // Old enough that the daily limit for new accounts does not apply.
  const { rows } = await owner.pool.query<{ id: string; email: string }>(
    `update users set email_verified_at = now(), created_at = now() - interval '60 days'
     returning id, email`,
  )
  const ids = new Map(rows.map(({ email, id }) => [email, id]))
  return registered.map(({ email, ...user }) => ({
    ...user,
    id: ids.get(email) ?? '',
    expectedCents: 0,
  }))
}

/** Pages are opened over HTTP while nodes die; without an answer, it retries with the same key. */
async function openAndPlay(): Promise<Opened[]> {
  const all = await inLanes(8, size.payments, async (index) => {
    const user = users[Math.floor(index / paymentsPerUser)]
    invariant(user, 'there are users enough')
    const rail = index % 2 === 0 ? ('card' as const) : ('crypto' as const)
    const cents = randomInt(100, 50_000)
    // Tries once more if a dead node left it without an answer.
    const page = (await openPage(user, rail, cents)) ?? (await openPage(user, rail, cents))
    if (!page) return undefined
    const outcome = playSomething(payments, { rail, page: page.id, cents })
    user.expectedCents += outcome.cents
    return { user, transactionId: page.transactionId, play: outcome.play }
  })
  return all.filter((one) => one !== undefined)
}

async function openPage(user: User, rail: 'card' | 'crypto', cents: number) {
  const path = `/transactions/${rail === 'card' ? 'stripe' : 'nowpayments'}-session`
  const requestKey = randomUUID()
  for (let attempt = 0; attempt < 100; attempt++) {
    const caller = { ...user, requestKey }
    const reply = await someNode()
      .call('POST', path, caller, { amount: cents / 100 })
      .catch(() => undefined)
    if (reply?.status === 200) {
      const { uri } = JSON.parse(reply.text) as { uri: string }
      const id = rail === 'card' ? (uri.split('/').at(-1) ?? '') : (uri.split('iid=')[1] ?? '')
      return { id, transactionId: await findTransaction(user, requestKey) }
    }
    if (attempt > 20 && reply?.status === 409) return undefined // Died half-way: it will fail.
    if (reply && ![409, 503].includes(reply.status)) return undefined
    await sleep(100)
  }
  return undefined
}

async function findTransaction(user: User, requestKey: string): Promise<string> {
  const { rows } = await owner.pool.query<{ id: string }>(
    'select transaction_id as id from top_ups where user_id = $1 and request_key = $2',
    [user.id, requestKey],
  )
  return rows[0]?.id ?? ''
}

async function keepKilling(): Promise<void> {
  while (progress.kills < size.kills) {
    await sleep(randomInt(300, isSmall ? 2000 : 10_000))
    const index = randomInt(2)
    if (randomInt(2) === 0) {
      await nodes[index]?.kill()
      nodes[index] = await startApiNode(env)
    } else {
      await workers[index]?.kill()
      workers[index] = await startWorkerNode(env)
    }
    progress.kills++
  }
}

/** Waits until no payment job is left and every event is handled. */
async function drain(): Promise<void> {
  let quiet = 0
  while (quiet < 3) {
    await sleep(500)
    const { rows } = await owner.pool.query<{ open: number }>(
      `select (select count(*) from pgboss.job
         where name like 'payments.%' and state in ('created', 'retry', 'active'))
       + (select count(*) from payment_events where handled_at is null)
       + (select count(*) from timers where fire_at <= app_now()) as open`,
    )
    quiet = Number(rows[0]?.open) === 0 ? quiet + 1 : 0
  }
}

async function moveClock(seconds: number): Promise<void> {
  payments.card.advance(seconds)
  await owner.pool.query('update clock_offset set ahead_seconds = ahead_seconds + $1', [seconds])
  await sleep(1500) // Workers look for due timers every second.
}

async function compareUsers(): Promise<number> {
  const { rows } = await owner.pool.query<{ id: string; cents: string }>(
    'select user_id as id, available_cents + held_cents as cents from ledger_balances',
  )
  const found = new Map(rows.map(({ id, cents }) => [id, Number(cents)]))
  const off = users.filter(({ id, expectedCents }) => (found.get(id) ?? 0) !== expectedCents)
  for (const user of off.slice(0, 5)) {
    console.error(`user ${user.id}: ${found.get(user.id)} instead of ${user.expectedCents}`)
  }
  return off.length
}

/** Top-ups that were credited more than once for the same payment. */
async function countDoubled(): Promise<number> {
  const { rows } = await owner.pool.query<{ count: number }>(
    `select count(*)::int as count from (
       select transaction_id from ledger_entries join ledger_postings on entry_id = id
       where account = 'available' and kind = 'top_up' group by transaction_id
       having sum(amount_cents) > (select asked_cents from top_ups
         where top_ups.transaction_id = ledger_entries.transaction_id)) as doubled`,
  )
  return rows[0]?.count ?? -1
}

/** How many movements of the providers the books cannot explain. */
async function reconcileNow(): Promise<number> {
  await inTransaction(owner, (tx) => enqueue(tx, 'payments.reconcile', {}))
  for (;;) {
    await sleep(300)
    const { rows } = await owner.pool.query<{ runs: number; found: number }>(
      `select count(*)::int as runs, coalesce(sum(jsonb_array_length(unexplained)), 0)::int as found
       from reconciliations`,
    )
    if (rows[0]?.runs === 2) return rows[0].found
  }
}

async function inLanes<T>(
  lanes: number,
  count: number,
  work: (index: number) => Promise<T>,
): Promise<T[]> {
  const results: T[] = []
  let next = 0
  const lane = async () => {
    for (let index = next++; index < count; index = next++) results[index] = await work(index)
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  return results
}
