import type { CallOutput } from '@pier/protocol/calls/calls'
import { dayMs, hourMs, minuteMs } from '@pier/protocol/time'
import { expect, test } from 'vitest'
import { someName } from '../../../../test/given/given-domains.ts'
import { givenMarket } from '../../../../test/given/given-market.ts'
import { until } from '../../../../test/given/given-payments.ts'
import type { NewName } from '../../../../test/custody-world/other-registrar.ts'
import { useTestApp } from '../../../../test/test-app.ts'
import { inTransaction } from '../../../platform/db/database.ts'
import { enqueue } from '../../../platform/jobs/queue.ts'

const product = useTestApp({ withCustody: true })
const { database } = product
const given = givenMarket(product)
const query = (text: string, values: unknown[] = []) => database.owner.pool.query(text, values)

type Quote = CallOutput<'GET /quotes/:name'>
type Visitor = ReturnType<typeof product.browser>

const look = (visitor: Visitor, name: string, more = '') =>
  visitor.get(`/quotes/${encodeURIComponent(name)}${more}`)
const read = async (visitor: Visitor, name: string) => (await look(visitor, name)).json<Quote>()

/** Looks until the registry has answered. */
async function quoteOf(name: string, visitor = product.browser()): Promise<Quote> {
  await until(async () => (await read(visitor, name)).state !== 'asking')
  return read(visitor, name)
}

async function registered(options: Omit<NewName, 'name'> = {}) {
  const name = someName()
  await product.custody.other.addName({ name, isWithoutDns: true, ...options })
  return name
}

/** Limits count by the hour or minute of the clock: what is counted has to fall into one. */
const beginNext = (periodMs: number) =>
  database.moveClock(2 * periodMs - (database.now() % periodMs))

const lookups = async () =>
  Number(
    (await query(`select count(*) from pgboss.job where name = 'domains.look-up'`)).rows[0].count,
  )

test('a visitor without an account sees since when a name is registered and what the registry asks', async () => {
  const name = await registered({ createdDaysAgo: 800, expiresInDays: 400 })

  const first = await read(product.browser(), name)
  const quote = await quoteOf(name)

  expect(first).toMatchObject({ name, state: 'asking', registered_at: null })
  expect(quote).toMatchObject({
    name,
    unicode: name,
    cleaned_from: null,
    state: 'known',
    warnings: [],
    prices: { transfer: 11.8, renewal: 11.8 },
    value: null,
    limits: { amount_min: 50, amount_max: 1_000_000 },
  })
  const daysTo = (at: string | null) => Math.round((Date.parse(at ?? '') - database.now()) / dayMs)
  expect([daysTo(quote.registered_at), daysTo(quote.expires_at)]).toEqual([-800, 400])
})

test('however many look at a name, the registry is asked once', async () => {
  const name = await registered()
  const before = await lookups()

  await Promise.all([1, 2, 3, 4, 5, 6].map(() => look(product.browser(), name)))
  await quoteOf(name)
  await quoteOf(name)

  expect(await lookups()).toBe(before + 1)
})

test('what could prevent a transfer is said, in the words of the passport', async () => {
  const name = await registered({ isLocked: true })

  expect((await quoteOf(name)).warnings).toEqual([
    'Its registrar has locked it. Unlock it there before a transfer.',
  ])
})

test('a name that nobody has registered is told so', async () => {
  expect(await quoteOf(someName())).toMatchObject({ state: 'unregistered', registered_at: null })
})

test('an ending that we cannot hold has no price, and its registry is not asked', async () => {
  const before = await lookups()

  const quote = await read(product.browser(), someName('coop'))

  expect(quote).toMatchObject({ state: 'unsupported', prices: null })
  expect(await lookups()).toBe(before)
})

test('an ending without a public lookup says so, and has its prices', async () => {
  expect(await quoteOf(someName('tv'))).toMatchObject({
    state: 'no_source',
    prices: { transfer: 31.9 },
  })
})

test('a pasted address is read down to the name that is registered', async () => {
  const name = await registered()
  const asked = `https://shop.${name}/cart?id=1`

  expect(await read(product.browser(), asked)).toMatchObject({ name, cleaned_from: asked })
  await quoteOf(name) // The look is over before another test makes the registry fail.
})

test.each([
  ['kelp garden', 'domain_invalid'],
  ['192.0.2.1', 'domain_invalid'],
  ['kelpgarden', 'domain_invalid'],
  ['kelpgarden.notatld', 'domain_invalid'],
  [`a\u0430pple.com`, 'domain_mixed_scripts'],
  [`${'a'.repeat(64)}.com`, 'domain_invalid'],
  ["'; drop table quote_lookups; --", 'domain_invalid'],
  ['kelp\u0000garden.com', 'domain_invalid'],
])('%j is no name to quote', async (typed, code) => {
  const reply = await look(product.browser(), typed)

  expect([reply.statusCode, reply.json<{ code: string }>().code]).toEqual([422, code])
})

test('a registry that does not answer is asked again two minutes later', async () => {
  const name = await registered()
  product.custody.failRdap({ status: 503, times: 1 })

  const failed = await quoteOf(name)
  const again = await quoteOf(name)
  await database.moveClock(2 * minuteMs)

  expect([failed.state, again.state]).toEqual(['no_answer', 'no_answer'])
  expect((await quoteOf(name)).state).toBe('known')
})

test('the typed name is dropped within a day, and no job ever carries it', async () => {
  const name = await registered()
  await quoteOf(name)
  const kept = async () =>
    Number(
      (await query('select count(*) from quote_lookups where name = $1', [name])).rows[0].count,
    )
  const inJobs = await query('select 1 from pgboss.job where data::text like $1', [`%${name}%`])
  const dropOld = () => inTransaction(product.db, (tx) => enqueue(tx, 'domains.drop-lookups', {}))

  expect(await kept()).toBe(1)
  await database.moveClock(23 * hourMs)
  await dropOld()
  await until(async () => (await kept()) === 0)

  expect(inJobs.rows).toEqual([])
  expect((await read(product.browser(), name)).state).toBe('asking')
})

test('a look that may not ask shows what is known, and leaves the registry alone', async () => {
  const [known, unknown] = [await registered(), await registered()]
  await quoteOf(known)
  const before = await lookups()

  const seen = await look(product.browser(), known, '?ask=false')
  const unseen = await look(product.browser(), unknown, '?ask=false')

  expect(seen.json()).toMatchObject({ state: 'known' })
  expect(unseen.json()).toMatchObject({ state: 'asking', registered_at: null })
  expect(await lookups()).toBe(before)
})

test('who walks through a list of names is stopped, and may look at known ones still', async () => {
  await beginNext(hourMs)
  const walker = product.browser()
  const name = await registered()
  await quoteOf(name, walker)
  const codes = []
  for (let count = 0; count < 30; count++) {
    codes.push((await look(walker, someName())).statusCode)
  }

  expect(codes.indexOf(429)).toBe(29)
  expect((await look(walker, name)).json()).toMatchObject({ state: 'known' })
})

test('a flood from many addresses does not reach the registries', async () => {
  await beginNext(minuteMs)
  const before = await lookups()

  const states = []
  for (let count = 0; count < 40; count++) {
    states.push((await read(product.browser(), someName())).state)
  }

  expect(states.filter((state) => state === 'busy').length).toBeGreaterThanOrEqual(10)
  expect((await lookups()) - before).toBeLessThanOrEqual(30)
  await database.moveClock(2 * minuteMs)
})

test('a value is shown only where an open listing shows it to everybody', async () => {
  const owner = await product.given.verifiedUser()
  const { id, name } = await given.verifiedDomain(owner.browser)
  await given.value(name, 980_000)

  const before = await read(product.browser(), name)
  await given.list(owner, id)
  const after = await read(product.browser(), name)

  expect(before.value).toBeNull()
  expect(after.value).toMatchObject({ amount: 9800, source: 'A test' })
})
