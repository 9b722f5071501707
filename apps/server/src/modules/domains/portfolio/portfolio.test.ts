import { expect, test } from 'vitest'
import { givenDomains } from '../../../../test/given/given-domains.ts'
import { useTestApp } from '../../../../test/test-app.ts'
import type { TestBrowser } from '../../../../test/test-browser.ts'

const { given, database } = useTestApp()
const query = (text: string, values: unknown[] = []) => database.owner.pool.query(text, values)
const having = givenDomains(() => database.owner)

type Line = { id: string; domain: string; estimated_value: number | null }
type List = {
  domains: Line[]
  pages: number
  counts: Record<string, number>
  estimated_total: number
  without_value: number
}
const list = async (browser: TestBrowser, parameters = '') =>
  (await browser.get(`/domains?${parameters}`)).json<List>()

test('a list comes seven a page, newest first, and a page beyond is empty', async () => {
  const { browser } = await given.user()
  const names: string[] = []
  for (let count = 0; count < 8; count++) names.push((await having.domain(browser)).name)

  const first = await list(browser)
  const second = await list(browser, 'page=2')
  const beyond = await list(browser, 'page=9')

  expect(first.domains.map(({ domain }) => domain)).toEqual(names.toReversed().slice(0, 7))
  expect(second.domains.map(({ domain }) => domain)).toEqual(names.slice(0, 1))
  expect([first.pages, second.pages, beyond.pages]).toEqual([2, 2, 2])
  expect(beyond.domains).toEqual([])
})

test('a list is narrowed by filter and by part of a name in either form', async () => {
  const { browser } = await given.user()
  await having.domain(browser, 'bücher-und-mehr.com')
  await having.verifiedDomain(browser, 'narrow-one.com')
  await having.domainInCustody(browser, 'narrow-two.com')
  const namesOf = async (parameters: string) =>
    (await list(browser, parameters)).domains.map(({ domain }) => domain)

  expect(await namesOf('filter=not_verified')).toEqual(['xn--bcher-und-mehr-gsb.com'])
  expect(await namesOf('filter=in_custody')).toEqual(['narrow-two.com'])
  expect(await namesOf('filter=in_escrow')).toEqual([])
  expect(await namesOf('filter=listed')).toEqual([])
  expect(await namesOf('search=B%C3%BCcher')).toEqual(['xn--bcher-und-mehr-gsb.com'])
  expect(await namesOf('search=xn--')).toEqual(['xn--bcher-und-mehr-gsb.com'])
  expect(await namesOf('search=narrow&filter=in_custody')).toEqual(['narrow-two.com'])
  expect(await namesOf('search=%25')).toEqual([])
  expect(await namesOf('search=narrow_one')).toEqual([])
  expect((await list(browser, 'search=narrow&limit=1')).pages).toBe(2)
  expect((await list(browser, 'search=narrow')).counts).toEqual({
    all: 3,
    listed: 0,
    in_escrow: 0,
    in_custody: 1,
    not_verified: 1,
  })
})

test('a listed domain says so, is found by it, and is not removed before its listing', async () => {
  const { browser } = await given.verifiedUser()
  const { id } = await having.verifiedDomain(browser)
  await having.verifiedDomain(browser)
  const terms = { desired_apy: 12, desired_term: 90, desired_loan_amount: 1000 }
  const reply = await browser.post('/listings', { domain_id: id, ...terms, auto_accept: false })
  const [listing] = (await query('select id from listings where domain_id = $1', [id])).rows

  const listed = await list(browser, 'filter=listed')

  expect(reply.statusCode, reply.body).toBeLessThan(300)
  expect(listed.domains).toMatchObject([{ id, listed: true, listing_id: listing.id }])
  expect([listed.pages, listed.counts.listed]).toEqual([1, 1])
  expect((await browser.delete(`/domains/${id}`)).json()).toMatchObject({ code: 'domain_listed' })
})

test('the portfolio is the sum of what its names are estimated at, on whatever page they stand', async () => {
  const { browser } = await given.user()
  const values = [41_000_00, 9_800_50, 1]
  for (const cents of values) await having.value((await having.domain(browser)).name, cents)
  await having.domain(browser)

  const { domains, estimated_total, without_value } = await list(browser)
  const second = await list(browser, 'limit=2&page=2')

  const shown = domains.map(({ estimated_value }) => estimated_value ?? 0)
  expect(shown.toSorted((one, other) => other - one)).toEqual([41_000, 9800.5, 0.01, 0])
  expect(estimated_total).toBe(50_800.51)
  expect(without_value).toBe(1)
  expect(second.estimated_total).toBe(50_800.51)
})

test('the value of a name is the latest that has not run out', async () => {
  const { browser } = await given.user()
  const { name } = await having.domain(browser)
  await having.domain(browser)
  await having.value(name, 100_000)
  await having.value(name, 1_234_56)
  await having.value(name, 999_999, -1)

  expect(await list(browser, `search=${name}`)).toMatchObject({
    domains: [{ estimated_value: 1234.56 }],
    estimated_total: 1234.56,
    without_value: 1,
  })
})
