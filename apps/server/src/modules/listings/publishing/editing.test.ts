import { dayMs } from '@pier/protocol/time'
import { expect, test } from 'vitest'
import { givenMarket } from '../../../../test/given/given-market.ts'
import type { TestBrowser } from '../../../../test/test-browser.ts'
import { useTestApp } from '../../../../test/test-app.ts'

const app = useTestApp()
const market = givenMarket(app)
const terms = { desired_loan_amount: 32_000, desired_term: 180, desired_apy: 14.5 }
const dear = { ...terms, desired_apy: 36.01 }

const query = (text: string, values: unknown[]) => app.database.owner.pool.query(text, values)

type Row = {
  listed: boolean
  listing: Record<string, unknown> | null
  registry_fee: Record<string, unknown> | null
}
const rowOf = async (browser: TestBrowser, id: string) =>
  (await browser.get(`/domains/${id}`)).json<Row>()

async function owner() {
  const { browser } = await app.given.verifiedUser()
  const { id } = await market.verifiedDomain(browser)
  return { browser, id }
}

/** How often the user was notified that an ask has changed. */
const timesTold = async (browser: TestBrowser) =>
  (await browser.get('/notifications')).body.split('have changed').length - 1

const priced = (domainId: string, isPremium: boolean) =>
  query(
    `insert into fee_quotes (domain_id, operation, state, amount_cents, renewal_cents, is_premium,
       asked_at, valid_until)
     values ($1, 'transfer', 'ready', 130000, 125000, $2, app_now(), app_now())`,
    [domainId, isPremium],
  )

test('above 36 % nothing is public before the same rate was said twice', async () => {
  const { browser, id } = await owner()
  const list = (more: object) => browser.post('/listings', { domain_id: id, ...dear, ...more })

  for (const more of [{}, { confirmed_rate: 36 }, { confirmed_rate: 'yes' }]) {
    const refused = await list(more)
    expect(refused.statusCode).toBe(422)
    expect(refused.json()).toMatchObject({ code: 'rate_unconfirmed' })
  }
  expect(await rowOf(browser, id)).toMatchObject({ listed: false, listing: null })
  expect((await list({ confirmed_rate: '36.01 %' })).statusCode).toBe(201)
  expect((await rowOf(browser, id)).listing).toMatchObject({ desired_apy: 36.01 })
})

test('up to 36 % the plain body lists a domain, and the row shows its terms', async () => {
  const { browser, id } = await owner()

  const reply = await browser.post('/listings', { domain_id: id, ...terms, desired_apy: 36 })

  expect(reply.statusCode).toBe(201)
  const { expires_at } = reply.json<{ expires_at: string }>()
  expect((await rowOf(browser, id)).listing).toEqual({
    ...terms,
    desired_apy: 36,
    auto_accept: false,
    expires_at,
    state: 'shown',
  })
})

test('editing up above 36 % is asked for twice, and so is each change that stays there', async () => {
  const { borrower, domain, listingId } = await market.listing()
  const edit = (more: object) => borrower.browser.patch(`/listings/${listingId}`, more)

  expect((await edit(dear)).json()).toMatchObject({ code: 'rate_unconfirmed' })
  expect((await rowOf(borrower.browser, domain.id)).listing).toMatchObject(terms)
  expect((await edit({ ...dear, confirmed_rate: 36.01 })).statusCode).toBe(200)
  const other = { ...dear, desired_loan_amount: 30_000 }
  expect((await edit(other)).json()).toMatchObject({ code: 'rate_unconfirmed' })
  expect((await edit({ ...other, confirmed_rate: 36.01 })).statusCode).toBe(200)
})

test('a premium price that the registry named is said back before the name is listed', async () => {
  const { browser, id } = await owner()
  await priced(id, true)
  const list = (more: object) => browser.post('/listings', { domain_id: id, ...terms, ...more })

  const refused = await list({})
  expect(refused.statusCode).toBe(422)
  expect(refused.json()).toMatchObject({
    code: 'premium_unconfirmed',
    message: expect.stringContaining('$1,250.00 a year'),
  })
  expect((await list({ confirmed_fee: 12.5 })).json()).toMatchObject({
    code: 'premium_unconfirmed',
  })
  expect((await list({ confirmed_fee: 1250 })).statusCode).toBe(201)
})

test('the fee of a domain is what the registry said of it, else what its ending costs', async () => {
  const { browser, id } = await owner()

  expect((await rowOf(browser, id)).registry_fee).toEqual({
    transfer: expect.any(Number),
    renewal: expect.any(Number),
    is_premium: false,
    is_quoted: false,
  })
  await priced(id, false)
  const fee = { transfer: 1300, renewal: 1250, is_premium: false, is_quoted: true }
  expect((await rowOf(browser, id)).registry_fee).toEqual(fee)
  expect((await browser.post('/listings', { domain_id: id, ...terms })).statusCode).toBe(201)
})

test('an edit leaves the offers that wait, and tells their lenders once, not on a second click', async () => {
  const { borrower, domain, listingId } = await market.listing()
  const { lender, id: offerId } = await market.offer(domain.id)
  const change = { ...terms, desired_loan_amount: 31_000 }
  const edit = (more: object) =>
    borrower.browser.patch(`/listings/${listingId}`, { ...change, ...more })

  const replies = await Promise.all([edit({}), edit({})])

  expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200])
  expect(await timesTold(lender.browser)).toBe(1)
  await edit({ renew: true, auto_accept: true })
  expect(await timesTold(lender.browser)).toBe(1)
  expect((await rowOf(borrower.browser, domain.id)).listing).toMatchObject({ auto_accept: true })
  expect(await market.offers(lender.browser, 'sent-offers')).toMatchObject([
    { id: offerId, status: 'PENDING', loan_amount: 30_000 },
  ])
})

test('an edit renews only when asked to, also a listing whose days are over', async () => {
  const { borrower, domain, listingId } = await market.listing()
  await query(
    `update listings set is_active = false, expires_at = app_now() - interval '1 day' where id = $1`,
    [listingId],
  )
  const edit = (more: object) =>
    borrower.browser.patch(`/listings/${listingId}`, { ...terms, desired_term: 90, ...more })
  const listing = async () => (await rowOf(borrower.browser, domain.id)).listing

  await edit({})
  expect(await listing()).toMatchObject({ desired_term: 90, state: 'ended' })
  const renewed = (await edit({ renew: true })).json<{ expires_at: string }>()
  expect(await listing()).toMatchObject({ state: 'shown', expires_at: renewed.expires_at })
  expect(Date.parse(renewed.expires_at) - app.database.now()).toBeGreaterThan(29 * dayMs)
})

test('another user cannot edit a listing, with or without a confirmed rate', async () => {
  const { borrower, domain, listingId } = await market.listing()
  const stranger = await app.given.verifiedUser()

  for (const more of [{}, { renew: true }, { desired_apy: 99, confirmed_rate: 99 }]) {
    const reply = await stranger.browser.patch(`/listings/${listingId}`, { ...terms, ...more })
    expect(reply.statusCode).toBe(404)
    expect(reply.json()).toMatchObject({ code: 'listing_not_found' })
  }
  expect((await rowOf(borrower.browser, domain.id)).listing).toMatchObject(terms)
})

test('once an offer is accepted, the terms of its listing stay as they are', async () => {
  const { borrower, domain, listingId } = await market.loan()

  const reply = await borrower.browser.patch(`/listings/${listingId}`, dear)

  expect(reply.json()).toMatchObject({ code: 'domain_in_loan' })
  expect((await rowOf(borrower.browser, domain.id)).listing).toMatchObject({
    ...terms,
    state: 'taken',
  })
})
