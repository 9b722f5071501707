import { dayMs } from '@pier/protocol/time'
import { expect, test } from 'vitest'
import { givenCustody } from '../../../../test/given/given-custody.ts'
import { until } from '../../../../test/given/given-payments.ts'
import { useTestApp } from '../../../../test/test-app.ts'

const app = useTestApp({ withCustody: true })
const given = givenCustody(app)
type Owner = Awaited<ReturnType<typeof given.inCustody>>

const balanceOf = async ({ browser }: Owner) =>
  (await browser.get('/users/self')).json<{ balance: number }>().balance

/** Sets the expiry to this many days ahead, at the registry and in our table. */
async function endsIn(owner: Owner, days: number): Promise<Date> {
  const expiresAt = new Date(app.custody.registry.now().getTime() + days * dayMs)
  app.custody.registry.getDomain(owner.name).expiresAt = expiresAt
  await given.query('update holdings set expires_at = $2 where domain_id = $1', [
    owner.id,
    expiresAt,
  ])
  return expiresAt
}
const drain = ({ id, userId }: Owner) =>
  given.query(
    `select post_entry('drain:' || $1, 'withdrawal', $2, null, '{available,refund_payable}',
       array[-available_cents, available_cents]) from ledger_balances where user_id = $2`,
    [id, userId],
  )
const renewalDay = ({ id }: Owner) => given.job('custody.renew', { subjectId: id, generation: 1 })

test('what arrives has a year more, and nothing is renewed before the end of that year comes near', async () => {
  const owner = await given.inCustody()
  const before = await balanceOf(owner)
  const [plan] = await given.rows<{ days_here: number; days_before_end: number }>(
    `select extract(epoch from timers.fire_at - app_now()) / 86400 as days_here,
       extract(epoch from holdings.expires_at - timers.fire_at) / 86400 as days_before_end
     from timers join holdings on holdings.domain_id = timers.subject_id
     where timers.job = 'custody.renew' and timers.subject_id = $1`,
    [owner.id],
  )
  expect(Number(plan?.days_before_end)).toBeCloseTo(45, 1)
  expect(Number(plan?.days_here)).toBeGreaterThanOrEqual(365 - 45 - 1)

  await renewalDay(owner)
  expect(await balanceOf(owner), 'too early').toBe(before)
})

test('45 days before its end it is renewed from the balance', async () => {
  const owner = await given.inCustody()
  const before = await balanceOf(owner)
  const expiresAt = await endsIn(owner, 44)

  await renewalDay(owner)

  await app.mailTo(owner.email, 'renewed until')
  const after = app.custody.other.readName(owner.name).expiresAt
  expect(after.getUTCFullYear()).toBe(expiresAt.getUTCFullYear() + 1)
  expect(await balanceOf(owner)).toBeLessThan(before)
  expect(await given.domain(owner.browser, owner.id)).toMatchObject({
    expires_at: after.toISOString(),
  })

  await renewalDay(owner)
  expect(app.custody.other.readName(owner.name).expiresAt).toEqual(after)
})

test('a balance that does not suffice is told, and five days before the end we renew and it is owed', async () => {
  const owner = await given.inCustody()
  await drain(owner)
  const expiresAt = await endsIn(owner, 20)

  await renewalDay(owner)
  await app.mailTo(owner.email, 'to renew it')
  expect(app.custody.other.readName(owner.name).expiresAt).toEqual(expiresAt)

  await endsIn(owner, 4)
  await renewalDay(owner)
  await app.mailTo(owner.email, 'renewed until')
  expect(await balanceOf(owner)).toBeLessThan(0)
  const leaving = await owner.browser.post(`/domains/${owner.id}/transferOut`)
  expect(leaving.statusCode).toBe(409)
  await given.query('update domains set transfer_out_available_at = app_now() where id = $1', [
    owner.id,
  ])
  const owing = await owner.browser.post(`/domains/${owner.id}/transferOut`)
  expect(owing.json()).toMatchObject({ code: 'balance_negative' })
})

test.for(['closeBefore', 'closeAfter'] as const)(
  'a renewal cut off by %s adds one year and costs one fee',
  async (kind) => {
    const owner = await given.inCustody()
    const before = await balanceOf(owner)
    const expiresAt = await endsIn(owner, 40)
    const { amount } = await given.quote(owner.browser, owner.id, 'renew')
    app.custody.registry.fail({ kind, command: 'renew' })

    await renewalDay(owner)

    await app.mailTo(owner.email, 'renewed until')
    const after = app.custody.other.readName(owner.name).expiresAt
    expect(after.getUTCFullYear()).toBe(expiresAt.getUTCFullYear() + 1)
    expect(await balanceOf(owner)).toBeCloseTo(before - amount)
  },
)

test('an owner renews by hand at the price they saw, once', async () => {
  const owner = await given.inCustody()
  const { quote_id } = await given.quote(owner.browser, owner.id, 'renew')
  const before = app.custody.other.readName(owner.name).expiresAt
  const click = () => owner.browser.post(`/domains/${owner.id}/renew`, { quote_id })

  const replies = await Promise.all([click(), click()])

  expect(replies.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409])
  await until(async () => app.custody.other.readName(owner.name).expiresAt > before)
  const after = app.custody.other.readName(owner.name).expiresAt
  expect(after.getUTCFullYear()).toBe(before.getUTCFullYear() + 1)
})

test('an order that is sent again when the first was done buys no second year', async () => {
  const owner = await given.inCustody()
  const { quote_id } = await given.quote(owner.browser, owner.id, 'renew')
  const click = () => owner.browser.post(`/domains/${owner.id}/renew`, { quote_id })
  const done = `select 1 from renewals where domain_id = $1 and state = 'done'`
  await click()
  await until(async () => (await given.rows(done, [owner.id])).length === 1)
  const { expiresAt } = app.custody.other.readName(owner.name)

  const again = await click()

  expect(again.json()).toMatchObject({ code: 'quote_needed' })
  expect(app.custody.other.readName(owner.name).expiresAt).toEqual(expiresAt)
})

const plansOf = ({ id }: Owner) =>
  given.rows(`select 1 from timers where job = 'custody.renew' and subject_id = $1`, [id])
const forgetPlan = ({ id }: Owner) =>
  given.query(`delete from timers where job = 'custody.renew' and subject_id = $1`, [id])

test('a price that the registry has changed since is not paid, and the new one is asked for', async () => {
  const owner = await given.inCustody({ premiumCents: 9_000 })
  const { quote_id } = await given.quote(owner.browser, owner.id, 'renew')
  app.custody.registry.getDomain(owner.name).premiumCents = 12_000

  const reply = await owner.browser.post(`/domains/${owner.id}/renew`, { quote_id })

  expect(reply.json()).toMatchObject({ code: 'registry_refused' })
  expect(await given.quote(owner.browser, owner.id, 'renew')).toMatchObject({ amount: 120 })
})

test('the day of renewal is not lost to a renewal by hand that the registry refuses', async () => {
  const owner = await given.inCustody({ premiumCents: 9_000 })
  await endsIn(owner, 44)
  const { quote_id } = await given.quote(owner.browser, owner.id, 'renew')
  app.custody.registry.getDomain(owner.name).premiumCents = 12_000
  app.custody.registry.fail({ kind: 'refuse', command: 'renew', code: 2104 })
  const byHand = owner.browser.post(`/domains/${owner.id}/renew`, { quote_id })
  await until(async () => app.custody.received.at(-1) === 'renew')

  await forgetPlan(owner)
  await renewalDay(owner)
  await byHand

  await app.mailTo(owner.email, 'renewal failed')
  expect(await plansOf(owner)).toHaveLength(1)
})

test('a day of renewal that fell out of the queue is planned again', async () => {
  const owner = await given.inCustody()
  await endsIn(owner, 40)
  await forgetPlan(owner)

  await given.job('custody.take-up', {})

  expect(await plansOf(owner)).toHaveLength(1)
})

test('whoever paid nothing is not told of a fee that is back', async () => {
  const owner = await given.inCustody()
  await drain(owner)
  await endsIn(owner, 4)
  app.custody.registry.fail({ kind: 'refuse', command: 'renew', code: 2105 })

  await renewalDay(owner)

  const mail = await app.mailTo(owner.email, 'renewal failed')
  expect(mail.text).not.toContain('The fee is back on your balance')
})

test('a premium domain costs more than the base price, to move and to renew', async () => {
  const quoteOf = async (more: { premiumCents?: number }) => {
    const owner = await given.owner(more)
    return given.quote(owner.browser, owner.id)
  }
  const base = await quoteOf({})
  const premium = await quoteOf({ premiumCents: 90_000 })

  expect(base).toMatchObject({ is_premium: false })
  expect(premium).toMatchObject({ is_premium: true, amount: 900, renewal: 900 })
  expect(base.amount).toBeLessThan(900)
})
