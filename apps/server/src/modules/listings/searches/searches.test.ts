import { expect, test } from 'vitest'
import { givenMarket } from '../../../../test/given/given-market.ts'
import { until } from '../../../../test/given/given-payments.ts'
import { useTestApp } from '../../../../test/test-app.ts'

const app = useTestApp()
const given = givenMarket(app)
const rows = async <T>(text: string, values: unknown[] = []): Promise<T[]> =>
  (await app.database.owner.pool.query(text, values)).rows as T[]

type Search = { id: string; query: string; label: string; new_count: number }
type Browser = Awaited<ReturnType<typeof app.given.verifiedUser>>['browser']
const list = async (browser: Browser) =>
  (await browser.get('/searches')).json<{ searches: Search[] }>().searches
const alertsOf = (email: string) =>
  rows<{ body: string; link: string }>(
    `select body, link from notifications join users on users.id = user_id
     where email = $1 and body like '% is listed: %' order by notifications.id`,
    [email],
  )

test('a search is kept as it stands in the address, and told in words', async () => {
  const { browser } = await app.given.verifiedUser()
  const everything =
    'search=Bank&tld=.COM&amount_min=1000&amount_max=5000&apr_max=12.5&term_min=30&ltv_max=60&age_min=5&custody_ready=true'

  const saved = await browser.post(`/searches?${everything}`)
  const plain = await browser.post('/searches')

  expect(saved.statusCode).toBe(201)
  expect(saved.json()).toMatchObject({
    query:
      'search=bank&tld=com&amount_min=1000&amount_max=5000&apr_max=12.5&term_min=30&ltv_max=60&age_min=5&custody_ready=true',
    label:
      '“bank” in the name, .com, $1,000 to $5,000, up to 12.50% a year, from 30 days, LTV up to 60%, 5 years or older, already in custody',
  })
  expect(plain.json()).toMatchObject({ query: '', label: 'All listings' })
  const again = await browser.post(`/searches?${saved.json<Search>().query}`)
  expect(again.json()).toEqual(saved.json())
  expect(await list(browser)).toHaveLength(2)
})

const foundBy = async (browser: Browser, id: string) =>
  (await browser.get(`/searches/${id}/listings`)).json<{
    listings: { domain: string; is_new: boolean }[]
    total: number
  }>()

test('an alert shows what it found since it was set, new until its owner has looked', async () => {
  const borrower = await app.given.verifiedUser()
  const domain = await given.verifiedDomain(borrower.browser)
  const { browser } = await app.given.verifiedUser()
  const { id } = (await browser.post(`/searches?search=${domain.name}`)).json<Search>()
  await given.list(borrower, domain.id)
  await until(async () => (await list(browser))[0]?.new_count === 1)
  const later = await browser.post(`/searches?search=${domain.name}&term_min=30`)

  const found = await foundBy(browser, id)

  expect(found).toMatchObject({ listings: [{ domain: domain.name, is_new: true }], total: 1 })
  expect(await foundBy(browser, later.json<Search>().id)).toMatchObject({ listings: [], total: 0 })
  expect((await browser.post(`/searches/${id}/look`, {})).statusCode).toBe(204)
  expect((await browser.post(`/searches/${id}/look`, {})).statusCode).toBe(204)
  expect(await list(browser)).toMatchObject([
    { id: later.json<Search>().id, new_count: 0, looked_at: null },
    { id, new_count: 0, looked_at: expect.any(String) },
  ])
  expect((await foundBy(browser, id)).listings).toMatchObject([{ is_new: false }])
})

test('what was found and is not listed any more is not shown', async () => {
  const borrower = await app.given.verifiedUser()
  const domain = await given.verifiedDomain(borrower.browser)
  const { browser } = await app.given.verifiedUser()
  const { id } = (await browser.post(`/searches?search=${domain.name}`)).json<Search>()
  const listingId = await given.list(borrower, domain.id)
  await until(async () => (await foundBy(browser, id)).total === 1)

  await borrower.browser.delete(`/listings/${listingId}`)

  expect((await foundBy(browser, id)).total).toBe(0)
  expect(await list(browser)).toMatchObject([{ id, new_count: 0 }])
})

test('an alert looks for something else once it is edited, and for nothing of before', async () => {
  const { browser } = await app.given.verifiedUser()
  const before = 'search=bank&tld=com&amount_max=5000&length_max=6&ltv_max=60&custody_ready=true'
  const { id } = (await browser.post(`/searches?${before}`)).json<Search>()
  const { id: other } = (await browser.post('/searches?tld=io')).json<Search>()

  const edited = await browser.put(`/searches/${id}?tld=net&length_min=4`, {})

  expect(edited.json()).toMatchObject({ id, query: 'tld=net&length_min=4' })
  expect(await list(browser)).toMatchObject([
    { id: other, query: 'tld=io' },
    { id, label: '.net, from 4 characters' },
  ])
  expect((await browser.put(`/searches/${id}?tld=net&length_min=4`, {})).statusCode).toBe(200)
  const twice = await browser.put(`/searches/${id}?tld=.IO`, {})
  expect(twice.json()).toMatchObject({ code: 'search_exists' })
})

test('an alert is read, edited and looked at by its owner alone', async () => {
  const [owner, stranger] = [await app.given.verifiedUser(), await app.given.verifiedUser()]
  const { id } = (await owner.browser.post('/searches?tld=com')).json<Search>()

  const replies = [
    await stranger.browser.get(`/searches/${id}/listings`),
    await stranger.browser.put(`/searches/${id}?tld=net`, {}),
    await stranger.browser.post(`/searches/${id}/look`),
  ]

  for (const reply of replies) expect(reply.json()).toMatchObject({ code: 'search_not_found' })
  expect(await list(owner.browser)).toMatchObject([{ id, query: 'tld=com', looked_at: null }])
  expect((await app.browser().get(`/searches/${id}/listings`)).statusCode).toBe(401)
})

test('an alert on the length of a name hears of names of that length', async () => {
  const borrower = await app.given.verifiedUser()
  const domain = await given.verifiedDomain(borrower.browser)
  const length = [...(domain.name.split('.')[0] ?? '')].length
  const exact = await app.given.verifiedUser()
  await exact.browser.post(`/searches?length_min=${length}&length_max=${length}`)
  const shorter = await app.given.verifiedUser()
  await shorter.browser.post(`/searches?length_max=${length - 1}`)

  await given.list(borrower, domain.id)

  const mail = await app.mailTo(exact.email, `New listing: ${domain.name}`)
  expect(mail.text).toContain(`It matches your alert: ${length} characters.`)
  expect(await alertsOf(exact.email)).toHaveLength(1)
  expect(await alertsOf(shorter.email)).toEqual([])
})

test('a search is removed by its owner alone', async () => {
  const [owner, stranger] = [await app.given.verifiedUser(), await app.given.verifiedUser()]
  const { id } = (await owner.browser.post('/searches?tld=com')).json<Search>()

  const taken = await stranger.browser.delete(`/searches/${id}`)
  expect(taken.json()).toMatchObject({ code: 'search_not_found' })
  expect(await list(stranger.browser)).toEqual([])

  expect((await owner.browser.delete(`/searches/${id}`)).statusCode).toBe(204)
  expect((await owner.browser.delete(`/searches/${id}`)).statusCode).toBe(404)
  expect((await app.browser().get('/searches')).statusCode).toBe(401)
})

test('there are at most twenty, also when two tabs save the last ones at once', async () => {
  const { browser } = await app.given.verifiedUser()
  for (let days = 1; days <= 19; days++) await browser.post(`/searches?term_min=${days}`)

  const replies = await Promise.all(
    [90, 91, 92].map((days) => browser.post(`/searches?term_min=${days}`)),
  )

  expect(replies.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([
    201, 422, 422,
  ])
  expect(await list(browser)).toHaveLength(20)
})

test('a flood of searches is refused after thirty in an hour', async () => {
  const { browser } = await app.given.verifiedUser()
  await browser.post('/searches?tld=io')
  await rows('update limit_counters set count = 30')

  const reply = await browser.post('/searches?tld=io')

  expect(reply.json()).toMatchObject({ code: 'too_many_requests' })
})

test('whoever looks for it hears of a new listing once, in the app and by mail, but not its owner', async () => {
  const searcher = await app.given.verifiedUser()
  await searcher.browser.post('/searches?amount_max=40000')
  await searcher.browser.post('/searches?term_min=180')
  const other = await app.given.verifiedUser()
  await other.browser.post('/searches?amount_max=31999')
  const borrower = await app.given.verifiedUser()
  await borrower.browser.post('/searches')
  const domain = await given.verifiedDomain(borrower.browser)

  await given.list(borrower, domain.id)

  const mail = await app.mailTo(searcher.email, `New listing: ${domain.name}`)
  expect(mail.text).toContain('It matches your alert: up to $40,000.')
  expect(await alertsOf(searcher.email)).toEqual([
    {
      body: `${domain.name} is listed: $32,000, 180 days, 14.50%`,
      link: `/app/listings?search=${domain.name}`,
    },
  ])
  expect(await alertsOf(other.email)).toEqual([])
  expect(await alertsOf(borrower.email)).toEqual([])
})

test('one that was hidden and is shown again is told to those who have not heard of it', async () => {
  const { borrower, domain, listingId } = await given.listing()
  const early = await app.given.verifiedUser()
  const late = await app.given.verifiedUser()
  const about = `search=${domain.name}`
  await rows('update listings set is_active = false where id = $1', [listingId])
  await early.browser.post(`/searches?${about}`)

  await borrower.browser.post(`/listings/${listingId}/renew`)
  await until(async () => (await alertsOf(early.email)).length === 1)
  await rows('update listings set is_active = false where id = $1', [listingId])
  await late.browser.post(`/searches?${about}`)
  await borrower.browser.post(`/listings/${listingId}/renew`)
  await until(async () => (await alertsOf(late.email)).length === 1)

  expect(await alertsOf(early.email)).toHaveLength(1)
})

test('of a thousand searches those that match are told, each person once', async () => {
  await rows('delete from saved_searches')
  await rows(`insert into users (name, email, email_key, password_hash, pepper_id, data_key, created_at)
    select 'Many', n || '@many.example', convert_to('many' || n, 'utf8'), 'none', 'none', 'none',
      app_now() from generate_series(1, 500) as n`)
  // Two of everybody: the even ones look for .com, the others for .net, and one asks for too much.
  await rows(`insert into saved_searches (user_id, suffix, amount_cents_min, term_days_max, created_at)
    select id, case when split_part(email, '@', 1)::integer % 2 = 0 then 'com' else 'net' end, amount,
      200, app_now()
    from users cross join (values (1000), (5000000)) as search (amount) where name = 'Many'`)
  await rows(`insert into saved_searches (user_id, text, created_at)
    select id, 'harbour', app_now() from users where email like '1%@many.example'`)
  await rows(`update users set deleted_at = app_now(), name = 'Deleted user', email = null,
    email_key = null, password_hash = null, pepper_id = null, data_key = null
    where email = '17@many.example'`)
  const numbers = Array.from({ length: 500 }, (_, index) => index + 1)
  const expected = numbers.filter((n) => n !== 17 && (n % 2 === 0 || String(n).startsWith('1')))

  const { domain } = await given.listing()

  const told = () =>
    rows<{ count: number; people: number }>(
      `select count(*)::int as count, count(distinct user_id)::int as people from notifications
       where body like $1`,
      [`${domain.name} is listed: %`],
    )
  await until(async () => (await told())[0]?.people === expected.length)
  expect(await told()).toEqual([{ count: expected.length, people: expected.length }])
})

test('filters far out of range are accepted without an error', async () => {
  const { browser } = await app.given.verifiedUser()
  const query = 'age_min=1000000000&ltv_max=1000000000&term_max=1000000000&amount_max=1000000000'

  expect((await browser.get(`/listings?${query}`)).statusCode).toBe(200)
  expect((await browser.post(`/searches?${query}`)).statusCode).toBe(201)
})
