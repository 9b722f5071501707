import { limits } from '@pier/protocol/limits'
import { expect, test } from 'vitest'
import { givenDomains, someName } from '../../../../test/given/given-domains.ts'
import { useTestApp } from '../../../../test/test-app.ts'
import type { TestBrowser } from '../../../../test/test-browser.ts'

const product = useTestApp()
const { given, database } = product
const query = (text: string, values: unknown[] = []) => database.owner.pool.query(text, values)
const having = givenDomains(() => database.owner)

type List = { domains: object[]; counts: Record<string, number> }
const list = async (browser: TestBrowser) => (await browser.get('/domains')).json<List>()
const add = (browser: TestBrowser, domain: string) => browser.post('/domains/add', { domain })
const eventsOf = async (id: string) =>
  (await query('select what, user_id from domain_events where domain_id = $1 order by id', [id]))
    .rows as { what: string; user_id: string | null }[]

test('adding a domain gives the record that proves it, and leaves a line of who did it', async () => {
  const { browser } = await given.user()

  const reply = await add(browser, ' Bücherhafen.DE. ')

  expect(reply.json()).toEqual({
    id: expect.any(String) as string,
    verificationRecord: expect.stringMatching(/^token=[a-z2-7]{32} expiry=\d{4}/) as string,
    verificationHost: '_pier-challenge',
    domain: 'xn--bcherhafen-9db.de',
    cleaned_from: 'Bücherhafen.DE.',
  })
  const { id, verificationRecord } = reply.json<{ id: string; verificationRecord: string }>()
  expect((await browser.get(`/domains/${id}`)).json()).toMatchObject({
    id,
    domain: 'xn--bcherhafen-9db.de',
    unicode: 'bücherhafen.de',
    looks_like: null,
    status: 'EXTERNAL_UNVERIFIED',
    estimated_value: null,
    verification_record: verificationRecord,
    pending_transfer: false,
    listed: false,
    listing_id: null,
    offers: 0,
    open_escrow_id: null,
    transfer: null,
    transfer_out: null,
    verification: {
      host: '_pier-challenge.xn--bcherhafen-9db.de',
      type: 'TXT',
      value: verificationRecord,
      is_checking: false,
      last_check: null,
    },
  })
  const self = (await browser.get('/users/self')).json<{ id: string }>()
  expect(await eventsOf(id)).toEqual([{ what: 'added', user_id: self.id }])
})

test.each([
  ['127.0.0.1', 'domain_invalid', /IP address/],
  ['exаmple.com', 'domain_mixed_scripts', /scripts/],
  ['example.co.uk', 'domain_unsupported', /\.co\.uk/],
  ['example.museum', 'domain_unsupported', /\.museum/],
])('%s is refused in words that say why', async (domain, code, message) => {
  const { browser } = await given.user()

  const reply = await add(browser, domain)

  expect(reply.statusCode).toBe(422)
  expect(reply.json()).toMatchObject({ code, field: 'domain' })
  expect(reply.json<{ message: string }>().message).toMatch(message)
  expect((await list(browser)).counts.all).toBe(0)
})

test('an ending that stopped being supported is refused from that day on', async () => {
  const { browser } = await given.user()
  await query(
    `insert into tld_policies select suffix, app_now() + interval '1 day', false, lock_days,
       age_days_min, transfer_days_min, transfer_days_max, wait_days_max, code_days,
       transfer_price_cents, renewal_price_cents from tld_policies where suffix = 'tv'`,
  )

  expect((await add(browser, someName('tv'))).statusCode).toBe(200)
  await database.moveClock(86_400_000)
  await browser.refresh()

  expect((await add(browser, someName('tv'))).json()).toMatchObject({ code: 'domain_unsupported' })
})

test('a name stands once on a list, however it is spelled and however many tabs are open', async () => {
  const { browser } = await given.user()
  const name = someName()

  const replies = await Promise.all([1, 2, 3, 4].map(() => add(browser, name)))
  const again = await add(browser, name.toUpperCase())

  const statuses = replies.map(({ statusCode }) => statusCode)
  expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409])
  expect(again.json()).toMatchObject({ code: 'domain_added' })
  expect((await list(browser)).counts.all).toBe(1)
})

test('two people may add one name, each with a record of their own', async () => {
  const [one, other] = [await given.user(), await given.user()]
  const name = someName()

  const records = [await having.domain(one.browser, name), await having.domain(other.browser, name)]

  expect(records[0]?.record).not.toBe(records[1]?.record)
})

test('a name in our custody cannot be added by anybody else', async () => {
  const [owner, other] = [await given.user(), await given.user()]
  const { name } = await having.domainInCustody(owner.browser)

  expect((await add(other.browser, name)).json()).toMatchObject({ code: 'domain_in_custody' })
  expect((await add(owner.browser, name)).json()).toMatchObject({ code: 'domain_added' })
})

test('sixty names can be added one by one in an hour, and no more', async () => {
  const { browser } = await given.user()
  for (let count = 0; count < 60; count++) await add(browser, 'nothing')

  expect((await add(browser, someName())).json()).toMatchObject({ code: 'too_many_requests' })
})

test('a list is full at its limit, and names beyond it are refused', async () => {
  const { browser } = await given.user()
  const self = (await browser.get('/users/self')).json<{ id: string }>()
  await query(
    `insert into domains (user_id, name, unicode_name, suffix, status, created_at)
     select $1, 'n' || n || '.com', 'n' || n || '.com', 'com', 'EXTERNAL_UNVERIFIED', app_now()
     from generate_series(2, $2::int) as n`,
    [self.id, limits.domainsPerUserMax],
  )

  const names = [someName(), someName()]
  const reply = await browser.post('/domains/import', { names: names.join('\n') })

  expect(reply.json()).toMatchObject({
    added: [{ domain: names[0] }],
    refused: [
      { line: 2, typed: names[1], message: 'You have reached the maximum number of domains' },
    ],
  })
  expect((await add(browser, someName())).json()).toMatchObject({ code: 'too_many_domains' })
})

test('a transfer in says how long its ending takes, and until when it can be called back', async () => {
  const { browser } = await given.user()
  const [com, de] = [await having.domain(browser), await having.domain(browser, someName('de'))]
  await having.transfer(com.id, { direction: 'in', state: 'requested' })
  await having.transfer(de.id, { direction: 'in', state: 'arriving' })

  expect((await browser.get(`/domains/${com.id}`)).json()).toMatchObject({
    pending_transfer: true,
    transfer: { days: '1 to 5 days', can_cancel: true, act_by: expect.any(String) as string },
    transfer_out: null,
  })
  expect((await browser.get(`/domains/${de.id}`)).json()).toMatchObject({
    transfer: { days: 'up to a day', can_cancel: false },
  })
})

test('a domain in custody says when it can leave and when its registration ends', async () => {
  const { browser } = await given.user()
  const { id } = await having.domainInCustody(browser)
  await having.transfer(id, { direction: 'out', state: 'waiting' })

  expect((await browser.get(`/domains/${id}`)).json()).toMatchObject({
    status: 'CUSTODY_PAID',
    verification_record: null,
    verification: null,
    transfer: null,
    transfer_out: { state: 'waiting', valid_until: null },
    transfer_out_available_at: expect.any(String) as string,
    expires_at: expect.any(String) as string,
  })
})

test('nobody sees, removes or lists the domain of another', async () => {
  const [owner, stranger] = [await given.user(), await given.user()]
  const { id } = await having.domain(owner.browser)

  for (const reply of [
    await stranger.browser.get(`/domains/${id}`),
    await stranger.browser.delete(`/domains/${id}`),
  ]) {
    expect(reply.statusCode).toBe(404)
    expect(reply.json()).toMatchObject({ code: 'domain_not_found' })
  }
  expect((await list(stranger.browser)).domains).toEqual([])
  expect((await list(owner.browser)).domains).toMatchObject([{ id }])
})

test('a domain that was removed is gone for its owner, can be added anew, and has its history', async () => {
  const { browser } = await given.user()
  const { id, name, record } = await having.domain(browser)

  expect((await browser.delete(`/domains/${id}`)).statusCode).toBe(204)
  expect((await browser.delete(`/domains/${id}`)).statusCode).toBe(404)
  expect((await browser.get(`/domains/${id}`)).statusCode).toBe(404)
  const anew = await having.domain(browser, name)

  expect(anew.id).not.toBe(id)
  expect(anew.record).not.toBe(record)
  expect((await eventsOf(id)).map(({ what }) => what)).toEqual(['added', 'removed'])
})

test('what we hold, what is on its way to us and what is on hold is not removed by a click', async () => {
  const { browser } = await given.user()
  const held = await having.domainInCustody(browser)
  const coming = await having.domain(browser)
  await having.transfer(coming.id, { direction: 'in', state: 'asked' })
  const stopped = await having.domain(browser)
  await query(
    `insert into domain_holds (domain_id, kind, note, created_at)
     values ($1, 'theft', 'Reported', app_now())`,
    [stopped.id],
  )

  const codes = [held, coming, stopped].map(async ({ id }) =>
    (await browser.delete(`/domains/${id}`)).json<{ code: string }>(),
  )

  expect(await Promise.all(codes)).toMatchObject([
    { code: 'domain_wrong_status', message: 'This domain is in custody. Transfer it out instead' },
    { code: 'transfer_pending' },
    { code: 'domain_on_hold' },
  ])
  expect((await browser.get(`/domains/${stopped.id}`)).json()).toMatchObject({ on_hold: true })
})
