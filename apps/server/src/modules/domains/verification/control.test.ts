import { dayMs, minuteMs } from '@pier/protocol/time'
import { expect, test } from 'vitest'
import { inTransaction } from '../../../platform/db/database.ts'
import { enqueue } from '../../../platform/jobs/queue.ts'
import { givenDomains } from '../../../../test/given/given-domains.ts'
import { until } from '../../../../test/given/given-payments.ts'
import { useTestApp } from '../../../../test/test-app.ts'
import type { TestBrowser } from '../../../../test/test-browser.ts'

const product = useTestApp({ withCustody: true })
const { given, database } = product
const query = (text: string, values: unknown[] = []) => database.owner.pool.query(text, values)
const having = givenDomains(() => database.owner)

type Verification = {
  value: string
  expires_at: string
  is_checking: boolean
  next_check_at: string | null
  last_check: { found: boolean; message: string; seen: string[]; nameservers: string[] } | null
}
type View = { status: string; verification: Verification }
const read = async (browser: TestBrowser, id: string) =>
  (await browser.get(`/domains/${id}`)).json<View>()
const verify = async (browser: TestBrowser, id: string) =>
  (await browser.post(`/domains/${id}/verify`)).json<Verification>()
/** Moves the clock past the pause in which a record is not checked again. */
const checkNow = async (browser: TestBrowser, id: string) => {
  await database.moveClock(11_000)
  return verify(browser, id)
}
const host = '_pier-challenge'
const publish = (name: string, value: string) =>
  product.custody.other.publishTxt(name, { host, value })
const unpublish = (name: string, value: string) =>
  product.custody.other.removeTxt(name, { host, value })

/** On the list of its owner, with DNS of its own. */
async function addRegistered(browser: TestBrowser, name: string) {
  await product.custody.other.addName({ name })
  return having.domain(browser, name)
}
const checksOf = async (id: string) =>
  Number(
    (await query('select checks from domain_challenges where domain_id = $1', [id])).rows[0].checks,
  )
const noticesOf = async (browser: TestBrowser) =>
  (await browser.get('/notifications')).json<{ notifications: { body: string }[] }>().notifications

/** Waits for one more check. */
async function lookedAt(id: string, act: () => Promise<unknown>) {
  const before = await checksOf(id)
  await act()
  await until(async () => (await checksOf(id)) > before)
}

test('a record that is there is found by itself after a minute, and its owner is told', async () => {
  const { browser, email } = await given.user()
  const { id, record } = await addRegistered(browser, 'found-proof.com')
  await publish('found-proof.com', record)

  await database.moveClock(minuteMs)
  await product.mailTo(email, 'found-proof.com is verified')

  const view = await read(browser, id)
  expect(view).toMatchObject({
    status: 'EXTERNAL_VERIFIED',
    verification: {
      is_checking: false,
      last_check: {
        found: true,
        message: 'Record found.',
        nameservers: ['ns1.found-proof.com', 'ns2.found-proof.com'],
      },
    },
  })
  expect(await noticesOf(browser)).toMatchObject([
    { body: 'We found your record: found-proof.com is verified' },
  ])
  const { rows } = await query(
    `select what, detail, user_id is not null as by_user from domain_events
     where domain_id = $1 and status = 'EXTERNAL_VERIFIED'`,
    [id],
  )
  expect(rows).toEqual([
    {
      what: 'verified',
      detail: {
        via: 'authoritative',
        nameservers: ['ns1.found-proof.com', 'ns2.found-proof.com'],
      },
      by_user: true,
    },
  ])
})

test('a record that is not there yet is looked for again, and what we saw is said in words', async () => {
  const { browser } = await given.user()
  const { id, record } = await addRegistered(browser, 'late-proof.com')

  await lookedAt(id, () => database.moveClock(minuteMs))
  const { status, verification } = await read(browser, id)
  expect(status).toBe('EXTERNAL_UNVERIFIED')
  expect(verification.last_check).toMatchObject({
    found: false,
    message: expect.stringContaining('No record found yet') as string,
    seen: [],
  })
  const waitMs = Date.parse(verification.next_check_at ?? '') - database.now()
  expect(waitMs / minuteMs).toBeCloseTo(4, 0)

  await publish('late-proof.com', record)
  await lookedAt(id, () => database.moveClock(4 * minuteMs))

  expect(await read(browser, id)).toMatchObject({ status: 'EXTERNAL_VERIFIED' })
})

test('another value is shown as text, and is no proof', async () => {
  const { browser } = await given.user()
  const { id } = await addRegistered(browser, 'wrong-proof.com')
  await publish('wrong-proof.com', '<b>token=other</b>')

  await lookedAt(id, () => checkNow(browser, id))

  expect(await read(browser, id)).toMatchObject({
    status: 'EXTERNAL_UNVERIFIED',
    verification: { last_check: { found: false, seen: ['<b>token=other</b>'] } },
  })
})

test('"Check now" looks at once, and a second click changes nothing', async () => {
  const { browser } = await given.user()
  const { id } = await addRegistered(browser, 'clicked-proof.com')

  await database.moveClock(11_000)
  await lookedAt(id, async () => {
    const replies = await Promise.all([1, 2, 3].map(() => verify(browser, id)))
    expect(replies).toMatchObject([
      { is_checking: true },
      { is_checking: true },
      { is_checking: true },
    ])
  })
  const again = await verify(browser, id)

  expect(again).toMatchObject({ is_checking: false, last_check: { found: false } })
  expect(await checksOf(id)).toBe(1)
  await lookedAt(id, () => checkNow(browser, id))
})

test('a record that ran out proves nothing, and is replaced by a new one when asked for', async () => {
  const user = await given.user()
  const { id, record } = await addRegistered(user.browser, 'spent-proof.com')
  await publish('spent-proof.com', record)
  await query('delete from timers where subject_id = $1', [id])
  await database.moveClock(7 * dayMs)
  const browser = await given.elsewhere(user)
  await query(
    `insert into timers (job, subject_id, fire_at) values ('domains.check-control', $1, app_now())`,
    [id],
  )
  await until(async () => (await checksOf(id)) === 1)
  expect(await read(browser, id)).toMatchObject({
    status: 'EXTERNAL_UNVERIFIED',
    verification: {
      next_check_at: null,
      last_check: { message: 'This record has expired. Press Check now for a new one.' },
    },
  })

  const renewed = await verify(browser, id)

  expect(renewed.value).not.toBe(record)
  expect(renewed).toMatchObject({ is_checking: false, last_check: null })
  expect(await verify(browser, id)).toMatchObject({ value: renewed.value })
  await publish('spent-proof.com', renewed.value)
  await database.moveClock(minuteMs)
  await until(async () => (await read(browser, id)).status === 'EXTERNAL_VERIFIED')
})

test('who proves a name takes it from the one who had proved it, and that one is told', async () => {
  const [first, second] = [await given.user(), await given.user()]
  const name = 'contested-proof.com'
  const mine = await addRegistered(first.browser, name)
  const theirs = await having.domain(second.browser, name)
  await publish(name, mine.record)
  await checkNow(first.browser, mine.id)
  await product.mailTo(first.email, `${name} is verified`)

  await publish(name, theirs.record)
  await checkNow(second.browser, theirs.id)
  await product.mailTo(second.email, `${name} is verified`)

  const mail = await product.mailTo(first.email, `${name}: no longer verified for you`)
  expect(mail.text).toContain('no longer verified for you')
  expect(await read(first.browser, mine.id)).toMatchObject({ status: 'EXTERNAL_UNVERIFIED' })
  expect(await read(second.browser, theirs.id)).toMatchObject({ status: 'EXTERNAL_VERIFIED' })
  const { rows } = await query('select 1 from timers where subject_id = $1', [mine.id])
  expect(rows).toEqual([])
})

test('a proof has to stay: two days without the record end it, and its owner is told', async () => {
  const user = await given.user()
  const name = 'kept-proof.com'
  const { id, record } = await addRegistered(user.browser, name)
  await publish(name, record)
  await lookedAt(id, () => checkNow(user.browser, id))
  await lookedAt(id, () => database.moveClock(dayMs))
  expect(await read(await given.elsewhere(user), id)).toMatchObject({
    status: 'EXTERNAL_VERIFIED',
    verification: { last_check: { found: true } },
  })

  await unpublish(name, record)
  await lookedAt(id, () => database.moveClock(dayMs))
  expect(await read(await given.elsewhere(user), id)).toMatchObject({
    status: 'EXTERNAL_VERIFIED',
    verification: { last_check: { found: false } },
  })
  await lookedAt(id, () => database.moveClock(dayMs))

  await product.mailTo(user.email, `${name} is no longer verified`)
  const browser = await given.elsewhere(user)
  expect(await read(browser, id)).toMatchObject({ status: 'EXTERNAL_UNVERIFIED' })
  expect((await verify(browser, id)).value).not.toBe(record)
})

test('nobody has the domain of another looked at, and what we hold needs no record', async () => {
  const [{ browser }, stranger] = [await given.user(), await given.user()]
  const own = await having.domain(browser)
  const held = await having.domainInCustody(browser)

  expect((await stranger.browser.post(`/domains/${own.id}/verify`)).statusCode).toBe(404)
  expect((await browser.post(`/domains/${held.id}/verify`)).json()).toMatchObject({
    code: 'domain_wrong_status',
  })
  expect(await checksOf(own.id)).toBe(0)
})

test('looks that an outage lost are taken up again', async () => {
  const { browser } = await given.user()
  const { id } = await having.domain(browser)
  await query('delete from timers where subject_id = $1', [id])
  await database.moveClock(2 * 60 * minuteMs)

  await inTransaction(product.db, (tx) => enqueue(tx, 'domains.take-up', {}))

  await until(async () => (await checksOf(id)) === 1)
})
