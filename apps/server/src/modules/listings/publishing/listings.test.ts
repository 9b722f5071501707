import { expect, test } from 'vitest'
import { givenDomains } from '../../../../test/given/given-domains.ts'
import { until } from '../../../../test/given/given-payments.ts'
import type { TestBrowser } from '../../../../test/test-browser.ts'
import { useTestApp } from '../../../../test/test-app.ts'

const app = useTestApp()
const query = (text: string, values: unknown[]) => app.database.owner.pool.query(text, values)
const domains = givenDomains(() => app.database.owner)
const terms = { desired_loan_amount: 2200, desired_term: 30, desired_apy: 20 }

async function borrower() {
  const user = await app.given.verifiedUser()
  const domain = await domains.verifiedDomain(user.browser)
  return { ...user, domain }
}
const list = (browser: TestBrowser, id: string, more: object = {}) =>
  browser.post('/listings', { domain_id: id, ...terms, ...more })
const viewOf = async (browser: TestBrowser, id: string) =>
  (await browser.get(`/domains/${id}`)).json<{ listed: boolean; listing_id: string | null }>()
const blocks = async () => {
  const { rows } = (await query(
    `select coalesce(sum(active), 0)::int as counted,
       (select count(*)::int from listings where is_active) as shown from listing_blocks`,
    [],
  )) as { rows: { counted: number; shown: number }[] }
  return rows[0]
}

test('an owner lists a verified domain, changes the terms, and takes it down', async () => {
  const { browser, domain } = await borrower()

  const reply = await list(browser, domain.id)

  expect(reply.statusCode).toBe(201)
  const { id } = reply.json<{ id: string }>()
  expect(await viewOf(browser, domain.id)).toMatchObject({ listed: true, listing_id: id })
  const dear = { ...terms, desired_apy: '45.50 %', confirmed_rate: 45.5 }
  const edited = await browser.patch(`/listings/${id}`, dear)
  expect(edited.json<{ warnings: string[] }>().warnings[0]).toContain('More than 36% APR')
  expect((await browser.delete(`/listings/${id}`)).statusCode).toBe(204)
  expect(await viewOf(browser, domain.id)).toMatchObject({ listed: false, listing_id: null })
  expect((await browser.delete(`/listings/${id}`)).json()).toMatchObject({
    code: 'listing_not_found',
  })
  const counts = await blocks()
  expect(counts?.counted).toBe(counts?.shown)
})

test.for([
  [{ desired_loan_amount: 49.99 }, 'loan_amount_invalid'],
  [{ desired_loan_amount: '1,000,000.01' }, 'loan_amount_invalid'],
  [{ desired_loan_amount: 'lots' }, 'loan_amount_invalid'],
  [{ desired_term: 0 }, 'term_invalid'],
  [{ desired_term: 1826 }, 'term_invalid'],
  [{ desired_term: 1.5 }, 'term_invalid'],
  [{ desired_apy: 100.01 }, 'rate_invalid'],
  [{ desired_apy: -1 }, 'rate_invalid'],
  [{ desired_apy: 1.234 }, 'rate_invalid'],
] as const)('%o is refused as %s', async ([more, code]) => {
  const { browser, domain } = await borrower()

  expect((await list(browser, domain.id, more)).json()).toMatchObject({ code })
})

test('two tabs list a domain at once: one listing', async () => {
  const { browser, domain } = await borrower()

  const replies = await Promise.all([list(browser, domain.id), list(browser, domain.id)])

  expect(replies.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([201, 409])
})

test('only the owner, with a proved domain, that is free and not on hold', async () => {
  const { browser, domain } = await borrower()
  const stranger = await app.given.verifiedUser()
  const unproved = await domains.domain(browser)
  const hidden = await app.given.user()
  const own = await domains.verifiedDomain(hidden.browser)

  const ofStranger = await list(stranger.browser, domain.id)
  expect(ofStranger.json()).toMatchObject({ code: 'domain_not_found' })
  expect((await list(browser, unproved.id)).json()).toMatchObject({ code: 'domain_wrong_status' })
  expect((await list(hidden.browser, own.id)).json()).toMatchObject({ code: 'email_unverified' })
  const { id } = (await list(browser, domain.id)).json<{ id: string }>()
  for (const reply of [
    await stranger.browser.delete(`/listings/${id}`),
    await stranger.browser.patch(`/listings/${id}`, terms),
    await stranger.browser.post(`/listings/${id}/renew`),
  ]) {
    expect(reply.json()).toMatchObject({ code: 'listing_not_found' })
  }
  expect((await browser.delete(`/domains/${domain.id}`)).json()).toMatchObject({
    code: 'domain_listed',
  })
})

test('after 30 days it is hidden, and one click shows it again', async () => {
  const { browser, domain } = await borrower()
  const { id } = (await list(browser, domain.id)).json<{ id: string }>()

  await query('update listings set expires_at = app_now() where id = $1', [id])
  await query('update timers set fire_at = app_now() where subject_id = $1', [id])
  const isShown = async () =>
    (
      (await query('select is_active from listings where id = $1', [id])) as {
        rows: { is_active: boolean }[]
      }
    ).rows[0]?.is_active
  await until(async () => !(await isShown()))

  expect((await browser.post(`/listings/${id}/renew`)).statusCode).toBe(200)
  expect(await isShown()).toBe(true)
})

test.for(['opening', 'code_sent', 'closing'])(
  'a domain whose lock is open for its way out is not listed: %s',
  async (state) => {
    const { browser } = await app.given.verifiedUser()
    const { id } = await domains.domainInCustody(browser)
    await domains.transfer(id, { direction: 'out', state })

    expect((await list(browser, id)).json()).toMatchObject({ code: 'transfer_pending' })
    expect(await viewOf(browser, id)).toMatchObject({ listed: false })
  },
)
