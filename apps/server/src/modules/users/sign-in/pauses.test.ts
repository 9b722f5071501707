import { hourMs } from '@pier/protocol/time'
import { expect, test } from 'vitest'
import { inTransaction } from '../../../platform/db/database.ts'
import { givenCustody } from '../../../../test/given/given-custody.ts'
import { bankDetails, givenLoans } from '../../../../test/given/given-loans.ts'
import { givenOperators } from '../../../../test/given/given-operators.ts'
import { until } from '../../../../test/given/given-payments.ts'
import { useTestApp } from '../../../../test/test-app.ts'
import { createTestBrowser, type TestBrowser } from '../../../../test/test-browser.ts'
import { pauseUser } from './pausing.service.ts'
import type { DangerousAction } from '../two-step/step-up.service.ts'

const app = useTestApp({ withCustody: true })
const given = givenCustody(app)
const loans = givenLoans(app)
const { operator } = givenOperators(app)
const newPassword = 'nine patient lanterns'
const otherIban = 'GB82WEST12345698765432'
const payout = { crypto_network: 'Ethereum', crypto_address: `0x${'00de'.repeat(10)}` }

/** A user with a pending transfer out, withdrawal and change of payment details. */
async function everythingWaits() {
  const owner = await given.inCustody()
  const { browser, id, userId } = owner
  const free = 'update domains set transfer_out_available_at = app_now() where id = $1'
  await given.query(free, [id])
  await browser.put('/users/payout-details', bankDetails)
  const asked = [
    await browser.post(`/domains/${id}/transferOut`),
    await browser.post('/transactions/withdrawals', { amount: 100, ...payout }),
    await browser.put('/users/payout-details', { ...bankDetails, account: otherIban }),
  ]
  expect(asked.map(({ statusCode }) => statusCode)).toEqual([200, 201, 200])
  const { balance } = await self(browser)
  return { ...owner, userId, balanceBefore: balance }
}
type Waiting = Awaited<ReturnType<typeof everythingWaits>>

const self = async (browser: TestBrowser) =>
  (await browser.get('/users/self')).json<{ balance: number; restricted_until: string | null }>()

const stateOf = async ({ userId }: Waiting) => {
  const [row] = await given.rows<{ transfer: string; withdrawal: string; payees: number }>(
    `select (select state from transfers where user_id = $1 and direction = 'out') as transfer,
       (select state from withdrawals where user_id = $1) as withdrawal,
       (select count(*)::int from payees
        where user_id = $1 and stopped_at is null and active_from > app_now()) as payees`,
    [userId],
  )
  return row
}

/** The four ways to pause an account. Each returns the credentials that work afterwards. */
const ways = {
  'the freeze link': async (owner: Waiting) => {
    const mail = await app.mailTo(owner.email, 'Payment details')
    const token = /#freeze=([\w-]{43})/.exec(mail.text)?.[1]
    const read = 'select password_hash from users where id = $1'
    const [before] = await given.rows<{ password_hash: string }>(read, [owner.userId])
    expect((await app.browser().post('/users/freeze', { token })).statusCode).toBe(204)
    // Setting a new password would start its own pause.
    const write = 'update users set password_hash = $2 where id = $1'
    await given.rows(write, [owner.userId, before?.password_hash])
    return owner
  },
  'a password reset': async (owner: Waiting) => {
    await app.browser().post('/users/get_reset_token', { email: owner.email })
    const mail = await app.mailTo(owner.email, 'Set a new password')
    const token = /#token=([\w-]{43})/.exec(mail.text)?.[1]
    const reset = await app.browser().post('/users/reset', { token, newPassword })
    expect(reset.statusCode).toBe(204)
    return { ...owner, password: newPassword }
  },
  'a change of address': async (owner: Waiting) => {
    const noor = await operator('compliance')
    const email = `new.${owner.email}`
    const reply = await noor.put(`/users/${owner.userId}/email`, { email })
    expect(reply.statusCode).toBe(200)
    // Fire the change of address now.
    const ahead = 'update timers set fire_at = app_now() where job = $1'
    await given.query(ahead, ['users.change-email'])
    await app.mailTo(email, 'Verify your email')
    return { ...owner, email }
  },
  'a freeze by us': async (owner: Waiting) => {
    const noor = await operator('compliance')
    expect((await noor.post(`/users/${owner.userId}/freeze`)).statusCode).toBe(204)
    return owner
  },
}

test.each(Object.keys(ways) as (keyof typeof ways)[])(
  '%s stops what waits: the name stays, the money is back, the details stay',
  async (way) => {
    const owner = await everythingWaits()
    expect(await stateOf(owner)).toEqual({ transfer: 'waiting', withdrawal: 'waiting', payees: 1 })

    const now = await ways[way](owner)

    const stopped = { transfer: 'cancelled', withdrawal: 'returned', payees: 0 }
    await expect.poll(() => stateOf(owner)).toEqual(stopped)
    await app.mailTo(now.email, 'transfer out stopped')
    await app.mailTo(now.email, 'Withdrawal of $100.00 cancelled')
    const browser = createTestBrowser(app.app)
    const { email, password } = now
    expect((await browser.logIn({ email, password })).statusCode).toBe(200)
    expect((await self(browser)).balance).toBe(owner.balanceBefore + 100)

    await app.database.moveClock(25 * hourMs)
    await given.poll()
    expect(app.custody.other.readName(owner.name)).toMatchObject({ isLocked: true })
    const mails = app.inbox.mails().filter(({ subject }) => subject.includes('authorization code'))
    expect(mails.filter(({ to }) => to.includes(owner.email) || to.includes(email))).toEqual([])
  },
)

test('a code that is out already is void, and the lock on again', async () => {
  const owner = await everythingWaits()
  await app.database.moveClock(20 * hourMs)
  await app.mailTo(owner.email, 'authorization code')
  await until(async () => !app.custody.other.readName(owner.name).isLocked)

  await inTransaction(app.db, (tx) => pauseUser(tx, owner.userId))

  await until(async () => app.custody.other.readName(owner.name).isLocked)
  await expect.poll(async () => (await stateOf(owner))?.transfer).toBe('cancelled')
})

test('a paused user keeps the domain when the transfer code falls due, even if the cancelling job never ran', async () => {
  const owner = await everythingWaits()
  await given.query(`update users set restricted_until = app_now() + '72 hours' where id = $1`, [
    owner.userId,
  ])

  await app.database.moveClock(20 * hourMs)

  await app.mailTo(owner.email, 'transfer out stopped')
  expect(app.custody.other.readName(owner.name)).toMatchObject({ isLocked: true })
})

/** The request for each dangerous action. A new action does not compile without an entry. */
type Loan = Awaited<ReturnType<typeof loans.running>>
const dangerous: Record<DangerousAction, (loan: Loan) => Promise<string>> = {
  stop_mfa: ({ borrower }) => code(borrower.browser.delete('/users/mfa')),
  export_data: ({ borrower }) => code(borrower.browser.post('/users/export')),
  delete_account: ({ borrower }) => code(borrower.browser.post('/users/deletion')),
  withdraw: ({ borrower }) =>
    code(borrower.browser.post('/transactions/withdrawals', { amount: 10, ...payout })),
  transfer_out: ({ borrower, domain }) =>
    code(borrower.browser.post(`/domains/${domain.id}/transferOut`)),
  change_payee: ({ borrower }) =>
    code(borrower.browser.put('/users/payout-details', { ...bankDetails, account: otherIban })),
  claim_default: ({ lender, id }) =>
    code(lender.browser.post(`/escrow/${id}/finalize`, { outcome: 'DEFAULT' })),
  surrender_domain: ({ borrower, domain, id }) =>
    code(borrower.browser.post(`/escrow/${id}/surrender`, { domain: domain.name })),
  advance_renewal: ({ lender, id }) =>
    code(lender.browser.post(`/escrow/${id}/advance`, { quote_id: id })),
}
const code = async (reply: Promise<{ body: string }>) =>
  (JSON.parse((await reply).body) as { code: string }).code

const states = {
  restricted: `restricted_until = app_now() + '72 hours'`,
  frozen: 'frozen_at = app_now()',
  email_unverified: 'email_verified_at = null',
}

test.each(Object.keys(states) as (keyof typeof states)[])(
  'nothing dangerous is open to an account that is %s',
  async (state) => {
    const loan = await loans.running()
    const emails = [loan.borrower.email, loan.lender.email]
    await given.query(`update users set ${states[state]} where email = any($1)`, [emails])

    const answers: Record<string, string> = {}
    for (const [action, ask] of Object.entries(dangerous)) answers[action] = await ask(loan)

    const refused = Object.keys(dangerous).map((action) => [action, state])
    expect(answers).toEqual(Object.fromEntries(refused))
  },
)

test('letting an account go does not end the pause of a new password', async () => {
  const owner = await everythingWaits()
  await ways['a password reset'](owner)
  const noor = await operator('compliance')
  await noor.post(`/users/${owner.userId}/freeze`)

  await noor.post(`/users/${owner.userId}/unfreeze`)

  const browser = createTestBrowser(app.app)
  await browser.logIn({ email: owner.email, password: newPassword })
  const { restricted_until: until } = await self(browser)
  expect(Date.parse(until ?? '')).toBeGreaterThan(app.database.now() + 70 * hourMs)
  const mail = await app.mailTo(owner.email, 'Your account is unfrozen')
  expect(mail.text).toContain('stay paused until')
})

test('a reset link of the old mailbox is dead once the address has changed', async () => {
  const owner = await everythingWaits()
  await app.browser().post('/users/get_reset_token', { email: owner.email })
  const mail = await app.mailTo(owner.email, 'Set a new password')
  const token = /#token=([\w-]{43})/.exec(mail.text)?.[1]
  await ways['a change of address'](owner)

  const reset = await app.browser().post('/users/reset', { token, newPassword })

  expect(reset.json()).toMatchObject({ code: 'link_invalid' })
  const [user] = await given.rows('select email_verified_at from users where id = $1', [
    owner.userId,
  ])
  expect(user).toEqual({ email_verified_at: null })
})
