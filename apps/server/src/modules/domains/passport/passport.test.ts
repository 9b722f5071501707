import { dayMs } from '@pier/protocol/time'
import { expect, test } from 'vitest'
import { inTransaction } from '../../../platform/db/database.ts'
import { enqueue } from '../../../platform/jobs/queue.ts'
import { givenDomains, someName } from '../../../../test/given/given-domains.ts'
import { until } from '../../../../test/given/given-payments.ts'
import type { NewName } from '../../../../test/custody-world/other-registrar.ts'
import { useTestApp } from '../../../../test/test-app.ts'
import type { TestBrowser } from '../../../../test/test-browser.ts'

const product = useTestApp({ withCustody: true })
const { given, database } = product
const query = (text: string, values: unknown[] = []) => database.owner.pool.query(text, values)
const having = givenDomains(() => database.owner)

type Passport = {
  state: string
  fetched_at: string | null
  expires_at: string | null
  registrar: string | null
  locks: string[]
  nameservers: string[]
  warnings: string[]
  value: object | null
  changes: { what: string; before: string; after: string }[]
}
const read = async (browser: TestBrowser, id: string) =>
  (await browser.get(`/domains/${id}/passport`)).json<Passport>()

/** Added after it was registered; its registration has been read. */
async function addRegistered(browser: TestBrowser, options: Omit<NewName, 'name'> = {}) {
  const name = someName()
  await product.custody.other.addName({ name, isWithoutDns: true, ...options })
  const domain = await having.domain(browser, name)
  await until(async () => (await read(browser, domain.id)).state !== 'asking')
  return domain
}

/** Runs the daily round and waits until this registration has been read again. */
async function readAnew(name: string) {
  const fetchedAt = async () =>
    (await query('select fetched_at from registrations where name = $1', [name])).rows[0].fetched_at
  const before = await fetchedAt()
  await inTransaction(product.db, (tx) => enqueue(tx, 'domains.read-due-registrations', {}))
  await until(async () => String(await fetchedAt()) !== String(before))
}

test('the passport of a domain is read when it is added', async () => {
  const { browser } = await given.user()
  const { id, name } = await addRegistered(browser, { isLocked: true, expiresInDays: 400 })

  expect(await read(browser, id)).toMatchObject({
    domain: name,
    state: 'known',
    source: 'RDAP',
    is_fresh: true,
    is_held: false,
    is_locked: true,
    registrar: 'The other registrar',
    registrar_iana_id: '9995',
    registered_at: expect.any(String) as string,
    transferred_at: null,
    locks: ['Locked by its registrar'],
    is_signed: false,
    warnings: ['Its registrar has locked it. Unlock it there before a transfer.'],
    value: null,
    changes: [],
  })
  expect((await browser.get(`/domains/${id}`)).json()).toMatchObject({
    expires_at: (await read(browser, id)).expires_at,
  })
})

test('what stands in the way of a transfer or a loan is said in words', async () => {
  const { browser } = await given.user()
  const young = await addRegistered(browser, { createdDaysAgo: 10 })
  const moved = await addRegistered(browser, { transferredDaysAgo: 5 })
  const ending = await addRegistered(browser, { expiresInDays: 30 })
  const warningsOf = async (id: string) => (await read(browser, id)).warnings

  expect(await warningsOf(young.id)).toEqual([
    expect.stringMatching(
      /^It is younger than 60 days. It can be transferred from \d+ \w+ \d{4}\.$/,
    ),
  ])
  expect(await warningsOf(moved.id)).toEqual([
    expect.stringMatching(/^It was transferred recently. It can be transferred again from /),
  ])
  expect(await warningsOf(ending.id)).toEqual([
    expect.stringMatching(/^Its registration ends on .* Renew it before a loan\.$/),
  ])
})

test('a name that nobody registered is told so, and one whose ending has no server is unknown', async () => {
  const { browser } = await given.user()
  const free = await having.domain(browser)
  const elsewhere = await having.domain(browser, someName('tv'))

  await until(async () => (await read(browser, free.id)).state === 'unregistered')
  await until(async () => (await read(browser, elsewhere.id)).state === 'unknown')

  expect(await read(browser, free.id)).toMatchObject({
    warnings: ['This domain is not registered.'],
  })
  expect(await read(browser, elsewhere.id)).toMatchObject({ source: null, warnings: [] })
})

test('a name that looks like another is told so', async () => {
  const { browser } = await given.user()
  const { id } = await having.domain(browser, 'аррӏе.com')

  expect((await read(browser, id)).warnings).toContain('This domain resembles apple.com.')
})

test('what changed since the last reading is kept, and the daily round reads what is proved', async () => {
  const { browser } = await given.user()
  const { id, name } = await addRegistered(browser)
  await query(`update domains set status = 'EXTERNAL_VERIFIED' where id = $1`, [id])
  product.custody.other.setLock({ name, isLocked: true })
  await database.moveClock(dayMs)

  await readAnew(name)
  await browser.refresh()

  expect((await read(browser, id)).changes).toMatchObject([
    { what: 'Status', before: 'active', after: 'client transfer prohibited' },
  ])
})

test('a passport older than a day is read anew, once for however many look at it', async () => {
  const { browser } = await given.user()
  const { id, name } = await addRegistered(browser)
  const before = (await read(browser, id)).fetched_at
  await database.moveClock(dayMs + 1000)
  await browser.refresh()

  await Promise.all([1, 2, 3, 4].map(() => read(browser, id)))
  const jobs = await query(
    `select count(*)::int as count from pgboss.job
     where name = 'domains.read-registration' and data ->> 'name' = $1`,
    [name],
  )
  await until(async () => (await read(browser, id)).fetched_at !== before)

  expect(jobs.rows).toEqual([{ count: 2 }])
})

test('a server that has enough of us is asked again when it said', async () => {
  const { browser } = await given.user()
  const name = someName()
  await product.custody.other.addName({ name, isWithoutDns: true })
  product.custody.failRdap({ status: 429, times: 1, retryAfter: '2' })
  const startedAt = performance.now()

  const { id } = await having.domain(browser, name)
  await until(async () => (await read(browser, id)).state === 'known')

  expect(performance.now() - startedAt).toBeGreaterThan(1500)
})

test('the names of an import are read in batches, and a server that has enough gets the rest later', async () => {
  const { browser } = await given.user()
  const names = Array.from({ length: 60 }, () => someName())
  product.custody.failRdap({ status: 429, times: 1, retryAfter: '1' })

  await browser.post('/domains/import', { names: names.join('\n') })

  await until(async () => {
    const { rows } = await query(
      'select count(*)::int as count from registrations where name = any($1) and is_registered = false',
      [names],
    )
    return rows[0].count === 60
  })
})

test('of a domain in custody the registry itself says when it ends and where it leads', async () => {
  const { browser } = await given.user()
  const { id, name } = await having.domainInCustody(browser)
  await having.value(name, 250_000)

  const passport = await read(browser, id)

  expect(passport).toMatchObject({
    state: 'known',
    source: 'Registry, as its registrar',
    is_fresh: true,
    is_held: true,
    is_locked: true,
    registrar: 'Pier Registrar',
    locks: ['Locked by its registrar', 'Deletion blocked by its registrar'],
    nameservers: ['ns1.held.example', 'ns2.held.example'],
    is_signed: false,
    value: { amount: 2500, source: 'A test' },
  })
  const endsInMs = Date.parse(passport.expires_at ?? '') - database.now()
  expect(Math.round(endsInMs / dayMs)).toBe(400)
})

test('nobody reads the passport of the domain of another', async () => {
  const [owner, stranger] = [await given.user(), await given.user()]
  const { id } = await having.domain(owner.browser)

  expect((await stranger.browser.get(`/domains/${id}/passport`)).statusCode).toBe(404)
})
