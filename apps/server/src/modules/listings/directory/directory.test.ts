import { beforeAll, expect, test } from 'vitest'
import { insertManyListings } from '../../../../test/given/many-listings.ts'
import { until } from '../../../../test/given/given-payments.ts'
import { useTestApp } from '../../../../test/test-app.ts'
import { fastestMsOf } from '../../../../test/measure.ts'

const app = useTestApp()
const count = 3000

type Card = {
  id: string
  domain: string
  desired_loan_amount: number
  desired_apy: number
  estimated_value: number | null
}
type Page = { listings: Card[]; pages: number; total: number; is_capped: boolean }

const read = async (query: string): Promise<Page> =>
  (await app.browser().get(`/listings?${query}`)).json<Page>()
const rows = async <T>(text: string): Promise<T[]> =>
  (await app.database.owner.pool.query(text)).rows as T[]

beforeAll(async () => {
  await insertManyListings(app.database.owner, { count })
  // Gaps, as removals leave them: whole blocks and single ones.
  await rows(`update listings set is_active = false, ended_at = now(), end_reason = 'test'
    where number between 600 and 1200 or number % 7 = 0`)
})

test('every page is the page that counting from the start would give, and the number of pages is right', async () => {
  const all = await rows<{ id: string }>(
    'select id from listings where is_active order by number desc',
  )
  await until(async () => (await read('limit=12&page=1')).total === all.length)
  const pages = Math.ceil(all.length / 12)

  for (let page = 1; page <= pages; page += 7) {
    const found = await read(`limit=12&page=${page}`)
    expect(found.pages).toBe(pages)
    expect(found.listings.map(({ id }) => id)).toEqual(
      all.slice((page - 1) * 12, page * 12).map(({ id }) => id),
    )
  }
  const last = await read(`limit=12&page=${pages}`)
  expect(last.listings).toHaveLength(all.length % 12 || 12)
  expect(await read(`limit=12&page=${pages + 5}`)).toMatchObject({ listings: [], pages })
})

test('whoever asks for no page gets the first twelve, some without an estimate', async () => {
  const { listings } = await read('')

  expect(listings).toHaveLength(12)
  expect(listings).toEqual((await read('limit=12&page=1')).listings)
  const values = (await read('limit=50')).listings.map((listing) => listing.estimated_value)
  expect(values).toContain(null)
  expect(values).toContainEqual(expect.any(Number))
})

test('whoever has a page already is told so, and nobody else', async () => {
  const ask = (headers: Record<string, string>, method: 'GET' | 'HEAD' = 'GET') =>
    app.inject({ method, url: '/api/listings?limit=12&page=2', headers })
  const first = await ask({})
  const tag = String(first.headers['etag'])
  const conditions = [tag, `W/${tag}`, `"other", ${tag}`, '*', '"other"', '']

  const statuses: number[] = []
  for (const condition of conditions) {
    statuses.push((await ask({ 'if-none-match': condition })).statusCode)
  }
  const head = await ask({}, 'HEAD')

  expect(tag).toMatch(/^"[\w-]{43}"$/)
  expect(statuses).toEqual([304, 304, 304, 304, 200, 200])
  expect(await ask({ 'if-none-match': tag })).toMatchObject({ body: '', headers: { etag: tag } })
  expect(head).toMatchObject({ statusCode: 200, body: '', headers: { etag: tag } })
  expect(head.headers['content-length']).toBe(String(Buffer.byteLength(first.body)))
})

test('a page is the same for everybody, with a login or without', async () => {
  const someone = await app.given.verifiedUser()
  const url = '/api/listings?limit=12&page=1'

  const own = await app.inject({ url, headers: { 'x-access-token': someone.browser.token ?? '' } })

  expect(own.body).toBe((await app.inject({ url })).body)
  expect(own.headers['cache-control']).toBe('public, max-age=1, stale-while-revalidate=5')
  expect(own.headers['set-cookie']).toBeUndefined()
})

test.for([
  ['tld=ai', `suffix = 'ai'`],
  [
    'tld=.AI&amount_min=1000&amount_max=5000',
    `suffix = 'ai' and amount_cents between 100000 and 500000`,
  ],
  ['apr_min=12.5&sort=adjusted', 'rate_bps >= 1250'],
  ['term_max=90&ltv_max=60', 'term_days <= 90 and ltv_bps <= 6000'],
  ['length_max=10', `length(split_part(name, '.', 1)) <= 10`],
  [
    'length_min=11&length_max=12&tld=com&sort=amount',
    `length(split_part(name, '.', 1)) between 11 and 12 and suffix = 'com'`,
  ],
  ['search=LANTERN', `unicode_name like '%lantern%'`],
  [
    'custody_ready=true&age_min=10',
    `is_custody_ready and registered_on <= current_date - interval '10 years'`,
  ],
] as const)('%s finds what a plain query finds', async ([query, condition]) => {
  const [expected] = await rows<{ count: number }>(
    `select count(*)::int as count from listings where is_active and ${condition}`,
  )

  const found = await read(query)

  expect(found.total).toBe(expected?.count)
  expect(found.is_capped).toBe(false)
})

test('sorting is by what it says, and ties keep their place', async () => {
  const amounts = (await read('sort=amount&limit=50')).listings.map(
    ({ desired_loan_amount }) => desired_loan_amount,
  )
  expect(amounts).toEqual(amounts.toSorted((a, b) => b - a))

  const first = await read('sort=ending&limit=10&page=1')
  const second = await read('sort=ending&limit=10&page=2')
  const both = await read('sort=ending&limit=20&page=1')
  expect([...first.listings, ...second.listings]).toEqual(both.listings)
})

test('hostile searches find nothing and break nothing', async () => {
  for (const search of ['%', '_', '\\', `' or 1=1 --`, '%%%%', '\u0000x']) {
    const reply = await app.browser().get(`/listings?search=${encodeURIComponent(search)}`)
    expect(reply.statusCode).toBeLessThan(500)
  }
  expect((await read(`search=${encodeURIComponent('%')}`)).total).toBe(0)
})

test('what is taken down is gone within a second', async () => {
  const readTop = async () => (await read('limit=12&page=1')).listings[0]?.id
  const ms = await fastestMsOf(async () => {
    const top = await readTop()
    await rows(`update listings set is_active = false, ended_at = now(), end_reason = 'test'
      where id = '${top}'`)
    await until(async () => (await readTop()) !== top)
  })

  expect(ms).toBeLessThan(1000)
})

test('a page without filters is, to the letter, what a search that matches all of it answers', async () => {
  await rows(`update listings set unicode_name = 'müller"\\n.de', looks_like = 'muller.de',
    amount_cents = 123450 + number % 97, adjusted_bps = 7 + number % 3000, ltv_bps = 50 + number % 99,
    expires_at = '2031-03-04 05:06:07.089999+02' where number > 2900 and number % 2 = 0`)
  const textOf = async (query: string) => (await app.browser().get(`/listings?${query}`)).body

  const plain = await textOf('limit=100&page=1')

  expect(plain).toBe(await textOf('limit=100&page=1&amount_min=0'))
  expect(plain).toContain('"expires_at":"2031-03-04T03:06:07.089Z"')
})
