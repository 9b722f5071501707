import { randomUUID } from 'node:crypto'
import { minuteMs } from '@pier/protocol/time'
import { expect, test } from 'vitest'
import { useTestApp } from '../../../../test/test-app.ts'
import type { TestBrowser } from '../../../../test/test-browser.ts'

const product = useTestApp()
const { given, database } = product
const newPassword = 'nine patient lanterns'
const tokenIn = (text: string) => /#\w+=([\w-]{43})/.exec(text)?.[1] ?? 'no link'

async function requestReset(email: string) {
  const reply = await product.browser().post('/users/get_reset_token', { email })
  expect(reply.statusCode).toBe(204)
  return tokenIn((await product.mailTo(email, 'Set a new password')).text)
}

test('a forgotten password is reset by a link that works once and ends every session', async () => {
  const { email, password, browser } = await given.user()
  const token = await requestReset(email)

  const reset = await product.browser().post('/users/reset', { token, newPassword })
  const again = await product.browser().post('/users/reset', { token, newPassword })

  expect(reset.statusCode).toBe(204)
  expect(again.statusCode).toBe(422)
  expect(again.json()).toMatchObject({ code: 'link_invalid' })
  expect((await browser.get('/users/self')).statusCode).toBe(401)
  expect((await product.browser().logIn({ email, password })).statusCode).toBe(401)
  expect((await product.browser().logIn({ email, password: newPassword })).statusCode).toBe(200)
  await product.mailTo(email, 'Your password was reset')
})

test('the reset token stands behind the # of /reset-password', async () => {
  const { email } = await given.user()
  await requestReset(email)

  const mail = await product.mailTo(email, 'Set a new password')

  expect(mail.text).toMatch(/http:\/\/localhost:4300\/reset-password#token=[\w-]{43}/)
})

test('an unknown address gets the same answer and no mail', async () => {
  const { email } = await given.user()

  const unknown = await product
    .browser()
    .post('/users/get_reset_token', { email: 'nobody.here@mail.example' })
  await requestReset(email) // Handled after the other one.

  expect(unknown.statusCode).toBe(204)
  expect(unknown.body).toBe('')
  expect(product.inbox.mails().some((mail) => mail.to.includes('nobody.here@mail.example'))).toBe(
    false,
  )
})

test('asking for a reset with an invalid address says Invalid email', async () => {
  const reply = await product.browser().post('/users/get_reset_token', { email: 'mara' })

  expect(reply.json()).toMatchObject({ message: 'Invalid email', field: 'email' })
})

test('a reset link dies after thirty minutes', async () => {
  const { email } = await given.user()
  const token = await requestReset(email)
  await database.moveClock(31 * minuteMs)

  const reply = await product.browser().post('/users/reset', { token, newPassword })

  expect(reply.json()).toMatchObject({ code: 'link_invalid' })
})

test('a weak new password leaves the link as it is', async () => {
  const { email } = await given.user()
  const token = await requestReset(email)

  const weak = await product.browser().post('/users/reset', { token, newPassword: 'password123' })
  const good = await product.browser().post('/users/reset', { token, newPassword })

  expect(weak.json()).toMatchObject({ code: 'password_breached', field: 'newPassword' })
  expect(good.statusCode).toBe(204)
})

test('a newer reset mail voids the older link', async () => {
  const { email } = await given.user()
  const older = await requestReset(email)
  await product.browser().post('/users/get_reset_token', { email })
  await expect
    .poll(() => product.inbox.mails().filter((mail) => mail.to.includes(email)).length)
    .toBe(3)

  const reply = await product.browser().post('/users/reset', { token: older, newPassword })

  expect(reply.json()).toMatchObject({ code: 'link_invalid' })
})

test('a reset does not turn two-step login off', async () => {
  const { email, code } = await given.userWithMfa()
  const token = await requestReset(email)
  await product.browser().post('/users/reset', { token, newPassword })

  const without = await product.browser().logIn({ email, password: newPassword })
  const withCode = await product.browser().logIn({ email, password: newPassword, mfa: code() })

  expect(without.json()).toMatchObject({ code: 'mfa_required' })
  expect(withCode.statusCode).toBe(200)
})

test('four requests in an hour send three mails', async () => {
  const { email } = await given.user()
  const other = await given.user()
  for (let request = 0; request < 4; request++) {
    await product.browser().post('/users/get_reset_token', { email })
  }
  const resets = () =>
    product.inbox
      .mails()
      .filter((mail) => mail.to.includes(email) && mail.subject === 'Set a new password')
  await expect.poll(() => resets().length).toBe(3)

  await requestReset(other.email)

  expect(resets()).toHaveLength(3)
})

test('the verification link verifies the address, once', async () => {
  const { email, browser } = await given.user()
  const token = tokenIn((await product.mailTo(email, 'Verify your email')).text)

  const verified = await product.browser().post('/users/verify-email', { token })
  const again = await product.browser().post('/users/verify-email', { token })

  expect(verified.statusCode).toBe(204)
  expect(again.statusCode).toBe(422)
  expect((await browser.get('/users/self')).json()).toMatchObject({ email_verified: true })
})

test('a link of one kind does not open another', async () => {
  const { email } = await given.user()
  const token = tokenIn((await product.mailTo(email, 'Verify your email')).text)

  const reply = await product.browser().post('/users/reset', { token, newPassword })

  expect(reply.json()).toMatchObject({ code: 'link_invalid' })
})

test('the verification mail can be asked for again', async () => {
  const { email, browser } = await given.user()

  const reply = await browser.post('/users/verify-email/resend')

  expect(reply.statusCode).toBe(204)
  await expect
    .poll(() => product.inbox.mails().filter((mail) => mail.to.includes(email)).length)
    .toBe(2)
})

test('the freeze link of a security mail ends every session and pauses dangerous acts', async () => {
  const user = await given.user()
  const thief = await given.elsewhere(user)
  const mail = await product.mailTo(user.email, 'New login')
  const token = /#freeze=([\w-]{43})/.exec(mail.text)?.[1]

  const frozen = await product.browser().post('/users/freeze', { token })

  expect(frozen.statusCode).toBe(204)
  expect((await thief.get('/users/self')).statusCode).toBe(401)
  expect((await user.browser.get('/users/self')).statusCode).toBe(401)
  const { email, password } = user
  const again = await product.browser().logIn({ email, password })
  expect(again.json(), 'whoever knows the password').toMatchObject({ code: 'invalid_credentials' })
  await product.browser().post('/users/reset', { token: await requestReset(email), newPassword })
  const back = await given.elsewhere({ ...user, password: newPassword })
  const self = (await back.get('/users/self')).json<{ restricted_until: string }>()
  expect(Date.parse(self.restricted_until)).toBeGreaterThan(database.now() + 71 * 60 * minuteMs)
  await product.mailTo(user.email, 'Your account is frozen')
})

/** The dangerous actions of an intruder: on money, domains, data and the account itself. */
const dangerous = (browser: TestBrowser) => [
  browser.post('/transactions/withdrawals', { amount: 10 }),
  browser.post(`/domains/${randomUUID()}/transferOut`),
  browser.post('/users/export'),
  browser.post('/users/deletion'),
]
const codesOf = async (browser: TestBrowser) => {
  const replies = await Promise.all(dangerous(browser))
  return replies.map((reply) => (reply.statusCode < 300 ? 'done' : reply.json<Refusal>().code))
}
type Refusal = { code: string }
const openAgain = ['balance_insufficient', 'domain_not_found', 'done', 'done']

/** Still paused after 71 hours, open after 73: each time with a fresh login. */
async function expectPause(user: { email: string; password: string }) {
  const paused = openAgain.map(() => 'restricted')
  expect(await codesOf(await given.elsewhere(user))).toEqual(paused)
  await database.moveClock(71 * 60 * minuteMs)
  expect(await codesOf(await given.elsewhere(user))).toEqual(paused)
  await database.moveClock(2 * 60 * minuteMs)
  expect(await codesOf(await given.elsewhere(user))).toEqual(openAgain)
}

test('for 72 hours after a reset nothing dangerous is open, and then it is', async () => {
  const user = await given.verifiedUser()
  expect(await codesOf((await given.verifiedUser()).browser)).toEqual(openAgain)
  const token = await requestReset(user.email)

  await product.browser().post('/users/reset', { token, newPassword })

  await expectPause({ ...user, password: newPassword })
})

/** Saves the hash to restore it later: setting a new password would start its own pause. */
async function keepPassword(email: string) {
  const { pool } = database.owner
  const read = 'select password_hash from users where email = $1'
  const { rows } = await pool.query<{ password_hash: string }>(read, [email])
  const write = 'update users set password_hash = $2 where email = $1'
  return () => pool.query(write, [email, rows[0]?.password_hash])
}

test('for 72 hours after the freeze link nothing dangerous is open, and then it is', async () => {
  const user = await given.verifiedUser()
  await given.elsewhere(user)
  const mail = await product.mailTo(user.email, 'New login')
  const token = /#freeze=([\w-]{43})/.exec(mail.text)?.[1]

  const restore = await keepPassword(user.email)
  await product.browser().post('/users/freeze', { token })
  await restore()

  await expectPause(user)
})

test('links are kept as hashes, and the page of a mail is wiped once it is sent', async () => {
  const { email } = await given.user()
  const token = tokenIn((await product.mailTo(email, 'Verify your email')).text)

  const dump = async () => {
    const { rows } = await database.owner.pool.query(
      `select mails.*, links.token_hash from mails join links using (user_id)
       join users on users.id = user_id where email = $1`,
      [email],
    )
    return JSON.stringify(rows)
  }

  await expect.poll(dump).not.toContain(token)
})

test('a mailbox that refuses for good is recorded, and not tried for ever', async () => {
  const browser = product.browser()
  const email = 'bounce.me@mail.example'
  await browser.register({ name: 'Bo Unce', email, password: newPassword })

  const status = async () => {
    const { rows } = await database.owner.pool.query(
      'select status from mails join users on users.id = user_id where email = $1',
      [email],
    )
    return rows[0]?.status
  }

  await expect.poll(status, { timeout: 10_000 }).toBe('refused')
})
