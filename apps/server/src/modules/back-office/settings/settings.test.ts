import { defaultSettings } from '@pier/protocol/settings'
import { expect, test } from 'vitest'
import { bid } from '../../../../test/given/given-market.ts'
import { givenLoans } from '../../../../test/given/given-loans.ts'
import { givenOperators, type TestOperator } from '../../../../test/given/given-operators.ts'
import { useTestApp } from '../../../../test/test-app.ts'

const app = useTestApp()
const given = { ...givenLoans(app), ...givenOperators(app) }

type Settings = { settings: { name: string; value: unknown; version: number }[] }
const find = async (operator: TestOperator, name: string) => {
  const { settings } = (await operator.get('/settings')).json<Settings>()
  return settings.find((each) => each.name === name)
}

/** Shared by all tests, because joins per address are rate-limited. */
async function office() {
  if (!known)
    known = { admin: await given.operator('admin'), approver: await given.operator('approver') }
  for (const each of Object.values(known)) await each.logIn()
  return known
}
let known: { admin: TestOperator; approver: TestOperator } | undefined

/** Sets a value as in production: one operator proposes, another confirms. */
async function set(name: string, value: unknown) {
  const { admin, approver } = await office()
  const { version } = (await find(admin, name)) ?? { version: 0 }
  const proposed = await admin.key(`/settings/${name}`, { value, version })
  expect(proposed.body).toContain('"decision"')
  const { decision } = proposed.json<{ decision: { id: string } }>()
  const confirmed = await approver.key(`/decisions/${decision.id}/confirm`)
  expect(confirmed.body).toContain('"done"')
  return { admin, approver }
}

const row = { also: [], allowed: true, rate_cap_bps: null, seizure_allowed: true }
const limits = defaultSettings.limits

test('limits take two approvals, and every version stays with who, when and why', async () => {
  const admin = await given.operator('admin', 'approver')
  const value = { ...limits, loan_max: 20_000 }

  const proposed = await admin.key('/settings/limits', { value, version: 0 })
  const { decision } = proposed.json<{ decision: { id: string } }>()
  const own = await admin.key(`/decisions/${decision.id}/confirm`)
  const rival = await admin.key('/settings/limits', { value, version: 0 })
  expect(own.json()).toMatchObject({ code: 'both_keys' })
  expect(rival.json()).toMatchObject({ code: 'decision_open' })
  expect(await find(admin, 'limits')).toMatchObject({ value: limits, version: 0 })

  const approver = await given.operator('approver')
  await approver.key(`/decisions/${decision.id}/confirm`)
  expect((await admin.get('/settings/limits')).json()).toMatchObject({
    versions: [{ version: 1, value, set_by: admin.name, confirmed_by: approver.name }],
  })
  const stale = await admin.key('/settings/limits', { value: limits, version: 0 })
  expect([stale.statusCode, stale.json()]).toMatchObject([409, { code: 'setting_changed' }])

  const borrower = await app.given.verifiedUser()
  const domain = await given.verifiedDomain(borrower.browser)
  const ask = { domain_id: domain.id, desired_term: 90, desired_apy: 12 }
  const much = await borrower.browser.post('/listings', { ...ask, desired_loan_amount: 20_001 })
  expect(much.json()).toMatchObject({
    code: 'loan_amount_invalid',
    message: 'Loan amount must be between $50 and $20,000',
    field: 'desired_loan_amount',
  })
  const fits = await borrower.browser.post('/listings', { ...ask, desired_loan_amount: 20_000 })
  expect(fits.statusCode).toBe(201)
  await set('limits', { ...limits, pending_offers_max: 1, top_up_max: 100 })
})

test('how many offers may wait and how much is added at once follow the limits', async () => {
  await set('limits', { ...limits, pending_offers_max: 1, top_up_max: 100 })
  const first = await given.listing()
  const second = await given.listing()
  const { lender } = await given.offer(first.domain.id)

  const more = await lender.browser.post('/offers', { domain_id: second.domain.id, ...bid })
  const topUp = await lender.browser.post('/transactions/stripe-session', { amount: 101 })

  expect(more.json()).toMatchObject({ code: 'too_many_offers' })
  expect(topUp.json()).toMatchObject({ code: 'amount_invalid' })
  await set('limits', limits)
})

test('a value that makes no sense is refused, and so is whoever may not set it', async () => {
  const { admin } = await office()
  const officer = await given.operator('case_officer', 'approver')
  const { version = 0 } = (await find(admin, 'limits')) ?? {}
  const upside = { ...limits, loan_min: 500, loan_max: 100 }
  const twice = [
    { ...row, country: 'Norway' },
    { ...row, country: 'norway ' },
  ]

  const replies = [
    await admin.key('/settings/limits', { value: upside, version }),
    await admin.key('/settings/limits', { value: { ...limits, more: 1 }, version }),
    await admin.key('/settings/countries', { value: twice, version: 0 }),
  ]
  for (const reply of replies) {
    expect([reply.statusCode, reply.json()]).toMatchObject([400, { code: 'invalid_input' }])
  }
  expect((await officer.key('/settings/limits', { value: limits, version })).statusCode).toBe(403)
  const withoutCode = await admin.post('/settings/limits', { value: limits, version })
  expect(withoutCode.json()).toMatchObject({ code: 'code_wrong' })
})

test('where lending is not allowed or a rate is capped, nobody lists, offers or accepts', async () => {
  await set('countries', [
    { ...row, country: 'Atlantis', also: ['Atlántida'], allowed: false },
    { ...row, country: 'Lyonesse', rate_cap_bps: 1000 },
  ])
  const { domain, borrower } = await given.listing()
  const lender = await app.given.verifiedUser()
  const offer = (more: object = {}) =>
    lender.browser.post('/offers', { domain_id: domain.id, ...bid, ...more })

  await lender.browser.post('/users/profile', { country: ' ATLANTIDA' })
  expect((await offer()).json()).toMatchObject({
    code: 'country_not_allowed',
    message: 'Loans are not available where you live',
  })
  await lender.browser.post('/users/profile', { country: 'lyonesse' })
  expect((await offer()).json()).toMatchObject({
    code: 'country_rate_cap',
    message: 'The law where you live allows no more than 10.00% a year',
    field: 'apy',
  })
  await lender.browser.post('/users/profile', { country: 'Norway' })
  const made = await offer()
  expect(made.statusCode).toBe(201)

  await borrower.browser.post('/users/profile', { country: 'Lyonesse' })
  const offerId = made.json<{ id: string }>().id
  const accepted = await borrower.browser.post('/escrow/accept', { offerId })
  expect(accepted.json()).toMatchObject({
    code: 'country_rate_cap',
    message: 'The law where one of you lives allows no more than 10.00% a year',
  })
  const other = await given.verifiedDomain(borrower.browser)
  const ask = { domain_id: other.id, desired_loan_amount: 500, desired_term: 90 }
  const listed = await borrower.browser.post('/listings', { ...ask, desired_apy: 10.01 })
  expect(listed.json()).toMatchObject({ code: 'country_rate_cap', field: 'desired_apy' })
  const fits = await borrower.browser.post('/listings', { ...ask, desired_apy: 10 })
  expect(fits.statusCode).toBe(201)
  await set('countries', [])
})

test('where a domain may not go to the lender nobody lists, has an offer accepted or signs as borrower', async () => {
  const agreed = await given.agreed()
  const { domain, borrower } = await given.listing()
  const { id: offerId } = await given.offer(domain.id)
  await set('countries', [{ ...row, country: 'Switzerland', seizure_allowed: false }])
  for (const { browser } of [borrower, agreed.borrower]) {
    await browser.post('/users/profile', { country: 'Switzerland' })
  }
  const own =
    'Borrowing is not available where you live: the law there does not let a lender take a domain in place of the debt. It opens when loans can end by a sale'

  const other = 'This loan is not available where one of you lives'
  const accepted = await borrower.browser.post('/escrow/accept', { offerId })
  expect([accepted.statusCode, accepted.json()]).toMatchObject([
    422,
    { code: 'country_no_handover', message: own.replace(/^.*:/, `${other}:`) },
  ])
  const second = await given.verifiedDomain(borrower.browser)
  const ask = { desired_loan_amount: 500, desired_term: 90, desired_apy: 10 }
  const listed = await borrower.browser.post('/listings', { domain_id: second.id, ...ask })
  expect(listed.json()).toMatchObject({ code: 'country_no_handover', message: own })
  await expect(given.sign(agreed.id, 'BORROWER')).rejects.toThrow(own)
  await expect(given.sign(agreed.id, 'LENDER')).rejects.toThrow(
    /not available where one of you lives: the law there/,
  )

  // A lender from there may lend: only where the borrower lives counts.
  const lender = await app.given.verifiedUser()
  await lender.browser.post('/users/profile', { country: 'Switzerland' })
  const elsewhere = await given.listing()
  const offered = await given.offer(elsewhere.domain.id, {}, lender)
  const taken = await elsewhere.borrower.browser.post('/escrow/accept', { offerId: offered.id })
  expect(taken.statusCode).toBe(201)
  await set('countries', [])
})

test('who says where they live only before signing is stopped there', async () => {
  const loan = await given.agreed()
  await set('countries', [{ ...row, country: 'Atlantis', allowed: false }])
  await loan.lender.browser.post('/users/profile', { country: 'Atlantis' })

  await expect(given.sign(loan.id, 'BORROWER')).rejects.toThrow(/not available where one of you/)
  await set('countries', [])
})

test('where the borrower lives a seizure may be void: it is not proposed, and other rulings are', async () => {
  const loan = await given.running()
  await loan.borrower.browser.post('/users/profile', { country: 'Switzerland' })
  const { version } = await loan.as('LENDER').submit('escalate')
  const officer = await given.operator('case_officer')
  const swiss = [{ ...row, country: 'Switzerland', also: ['CH'], seizure_allowed: false }]
  const { approver } = await set('countries', swiss)

  const rule = { outcome: 'DEFAULT', version }
  const ruled = await officer.key(`/loans/${loan.id}/rule`, rule)
  const seized = await officer.key(`/loans/${loan.id}/seize`, { version })
  for (const reply of [ruled, seized]) {
    expect([reply.statusCode, reply.json()]).toMatchObject([422, { code: 'seizure_not_allowed' }])
  }
  const repaid = await officer.key(`/loans/${loan.id}/rule`, { outcome: 'REPAID', version })
  expect(repaid.statusCode).toBe(201)
  const { id } = repaid.json<{ id: string }>()
  expect((await approver.key(`/decisions/${id}/confirm`)).statusCode).toBe(200)
  await set('countries', [])
})

test('an admin alone sets the announcement, and everybody reads it until it is over', async () => {
  const { admin } = await office()
  const read = async () => (await app.inject({ url: '/api/announcement' })).json()
  expect(await read()).toEqual({ text: null, since: null })

  const until = new Date(app.database.now() + 3_600_000).toISOString()
  const value = { text: 'Bank holidays on Thursday and Friday', until }
  const said = await admin.post('/settings/announcement', { value, version: 0 })
  expect([said.statusCode, said.json()]).toEqual([201, { version: 1, decision: null }])
  const again = await admin.post('/settings/announcement', { value, version: 0 })
  expect(again.json()).toMatchObject({ code: 'setting_changed' })
  await expect.poll(read, { timeout: 5000 }).toMatchObject({ text: value.text })

  await app.database.moveClock(3_600_000)
  await expect.poll(read, { timeout: 5000 }).toEqual({ text: null, since: null })
})

test('the policy of a TLD takes two operators, starts when announced, and cannot be backdated', async () => {
  const { admin, approver } = await office()
  type Tlds = { tlds: { suffix: string; is_in_force: boolean; lock_days: number }[] }
  const rowsOf = async (suffix: string) =>
    (await admin.get('/tlds')).json<Tlds>().tlds.filter((each) => each.suffix === suffix)
  const now = app.database.now()
  const policy = {
    is_supported: true,
    lock_days: 30,
    age_days_min: 30,
    transfer_days_min: 1,
    transfer_days_max: 5,
    wait_days_max: 14,
    code_days: 14,
    transfer_price: 12.4,
    renewal_price: 12.4,
    effective_from: new Date(now + 3_600_000).toISOString(),
  }

  const past = { ...policy, effective_from: new Date(now - 1000).toISOString() }
  expect((await admin.key('/tlds/com', past)).statusCode).toBe(400)
  const proposed = await admin.key('/tlds/com', policy)
  const { id } = proposed.json<{ id: string }>()
  expect(await rowsOf('com')).toHaveLength(1)
  expect((await approver.key(`/decisions/${id}/confirm`)).json()).toMatchObject({ state: 'done' })

  expect(await rowsOf('com')).toMatchObject([
    { is_in_force: false, lock_days: 30, set_by: admin.name, confirmed_by: approver.name },
    { is_in_force: true, lock_days: 60, set_by: null },
  ])
  await app.database.moveClock(3_600_000)
  await admin.logIn()
  expect(await rowsOf('com')).toMatchObject([{ is_in_force: true }, { is_in_force: false }])
})
