import { minuteMs } from '@pier/protocol/time'
import { expect, test } from 'vitest'
import { useTestApp } from '../../../../test/test-app.ts'

const product = useTestApp()
const { given, database } = product
const linkIn = (text: string, name: string) =>
  new RegExp(`#${name}=([\\w-]{43})`).exec(text)?.[1] ?? 'no link'

test('turning two-step login on gives a secret, then ten recovery codes of six characters', async () => {
  const { browser, recoveryCodes, email } = await given.userWithMfa()

  const self = (await browser.get('/users/self')).json()

  expect(recoveryCodes).toHaveLength(10)
  for (const code of recoveryCodes) {
    expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{6}$/)
    expect(code).toMatch(/[A-Z]/)
  }
  expect(self).toMatchObject({ mfa_enabled: true, recovery_codes_left: 10 })
  await product.mailTo(email, 'Two-step login is on')
})

test('a wrong first code does not turn it on', async () => {
  const { browser } = await given.user()
  await browser.post('/users/mfa/start')

  const reply = await browser.post('/users/mfa/confirm', { mfa: '000000' })

  expect(reply.statusCode).toBe(422)
  expect(reply.json()).toMatchObject({ code: 'mfa_code_wrong', field: 'mfa' })
  expect((await browser.get('/users/self')).json()).toMatchObject({ mfa_enabled: false })
})

test('login asks for a code only after the right password', async () => {
  const { email, password } = await given.userWithMfa()

  const wrong = await product.browser().logIn({ email, password: 'wrong password' })
  const missing = await product.browser().logIn({ email, password })

  expect(wrong.json()).toMatchObject({ message: 'Invalid email or password' })
  expect(missing.statusCode).toBe(401)
  expect(missing.json()).toMatchObject({ message: 'MFA code required', field: 'mfa' })
})

test('login refuses a wrong code and takes a right one', async () => {
  const { email, password, code } = await given.userWithMfa()

  const wrong = await product.browser().logIn({ email, password, mfa: '000000' })
  const right = await product.browser().logIn({ email, password, mfa: code() })

  expect(wrong.statusCode).toBe(401)
  expect(wrong.json()).toMatchObject({ message: 'Invalid MFA code' })
  expect(right.statusCode).toBe(200)
})

test('a code works once, also when it is sent twice at the same moment', async () => {
  const { email, password, code } = await given.userWithMfa()
  const mfa = code()

  const replies = await Promise.all([
    product.browser().logIn({ email, password, mfa }),
    product.browser().logIn({ email, password, mfa }),
  ])
  const later = await product.browser().logIn({ email, password, mfa })

  expect(replies.map((reply) => reply.statusCode).toSorted((a, b) => a - b)).toEqual([200, 401])
  expect(later.statusCode).toBe(401)
})

test('a recovery code goes into the same field, in any case, and works once', async () => {
  const { email, password, recoveryCodes } = await given.userWithMfa()
  const mfa = recoveryCodes[0]?.toLowerCase() ?? ''

  const first = await product.browser().logIn({ email, password, mfa })
  const second = await product.browser().logIn({ email, password, mfa })

  expect(first.statusCode).toBe(200)
  expect(second.statusCode).toBe(401)
})

test('when three recovery codes are left, a mail says so', async () => {
  const { email, password, recoveryCodes } = await given.userWithMfa()

  for (const mfa of recoveryCodes.slice(0, 7)) {
    expect((await product.browser().logIn({ email, password, mfa })).statusCode).toBe(200)
  }

  await product.mailTo(email, 'Three recovery codes left')
})

test('ten wrong codes in a day lock it, until the mail and the password open it again', async () => {
  const { email, password, code } = await given.userWithMfa()
  const attempt = (mfa: string) => product.browser().logIn({ email, password, mfa })
  for (let failure = 0; failure < 5; failure++) {
    expect((await attempt('000000')).statusCode).toBe(401)
  }
  expect((await attempt('000000')).statusCode).toBe(429)
  await database.moveClock(10 * minuteMs)
  for (let failure = 0; failure < 5; failure++) await attempt('000000')
  await database.moveClock(10 * minuteMs)

  const locked = await attempt(code())
  const mail = await product.mailTo(email, 'Two-step login is locked')
  const token = linkIn(mail.text, 'unlock')
  const wrongPassword = await product
    .browser()
    .post('/users/mfa/unlock', { token, password: 'wrong password' })
  const unlocked = await product.browser().post('/users/mfa/unlock', { token, password })
  const open = await attempt(code())

  expect(locked.statusCode).toBe(403)
  expect(locked.json()).toMatchObject({ code: 'mfa_locked' })
  expect(wrongPassword.statusCode).toBe(422)
  expect(unlocked.statusCode).toBe(204)
  expect(open.statusCode).toBe(200)
  await product.mailTo(email, 'Three wrong login codes')
})

test('new recovery codes need a fresh proof, and replace the old ones', async () => {
  const user = await given.userWithMfa()
  const browser = await given.elsewhere(user, user.recoveryCodes[0])
  await database.moveClock(6 * minuteMs)

  const refused = await browser.post('/users/mfa/recovery-codes')
  const { action, object } = refused.json<{ action: string; object: string }>()
  const confirmed = await browser.post('/users/step-up', {
    action,
    object,
    mfa: user.recoveryCodes[1],
  })
  const renewed = await browser.post('/users/mfa/recovery-codes')
  const secondUse = await browser.post('/users/mfa/recovery-codes')
  const old = await product
    .browser()
    .logIn({ email: user.email, password: user.password, mfa: user.recoveryCodes[2] ?? '' })

  expect(refused.statusCode).toBe(403)
  expect(refused.json()).toMatchObject({
    code: 'step_up_required',
    action: 'renew_recovery_codes',
    methods: ['totp', 'recovery'],
  })
  expect(confirmed.statusCode).toBe(204)
  expect(renewed.json<{ recoveryCodes: string[] }>().recoveryCodes).toHaveLength(10)
  expect(secondUse.statusCode).toBe(403)
  expect(old.statusCode).toBe(401)
})

test('a grant for one action does not open another', async () => {
  const user = await given.user()
  await product
    .mailTo(user.email, 'Verify your email')
    .then((mail) =>
      user.browser.post('/users/verify-email', { token: linkIn(mail.text, 'verify') }),
    )
  const { id } = (await user.browser.get('/users/self')).json<{ id: string }>()
  await database.moveClock(16 * minuteMs)
  await user.browser.refresh()

  await user.browser.post('/users/step-up', {
    action: 'export_data',
    object: id,
    password: user.password,
  })
  const other = await user.browser.post('/users/deletion')
  const granted = await user.browser.post('/users/export')

  expect(other.statusCode).toBe(403)
  expect(granted.statusCode).toBe(202)
})

test('a wrong proof is refused without ending the session, five times at most', async () => {
  const { browser, email } = await given.user()
  const attempt = () =>
    browser.post('/users/step-up', { action: 'export_data', object: email, password: 'wrong one' })
  for (let failure = 0; failure < 5; failure++) {
    const reply = await attempt()
    expect(reply.statusCode).toBe(403)
    expect(reply.json()).toMatchObject({ code: 'step_up_failed', field: 'password' })
  }

  expect((await attempt()).statusCode).toBe(429)
  const self = (await browser.get('/users/self')).json<{ restricted_until: string | null }>()
  expect(self.restricted_until).not.toBeNull()
})

test('two-step login cannot be turned off within 72 hours of a change', async () => {
  const user = await given.userWithMfa()
  const mail = await product.mailTo(user.email, 'Verify your email')
  await user.browser.post('/users/verify-email', { token: linkIn(mail.text, 'verify') })

  const early = await user.browser.delete('/users/mfa')
  await database.moveClock(73 * 60 * minuteMs)
  const later = await given.elsewhere(user, user.recoveryCodes[0])
  const off = await later.delete('/users/mfa')

  expect(early.statusCode).toBe(403)
  expect(early.json()).toMatchObject({ code: 'restricted' })
  expect(off.statusCode).toBe(204)
  expect((await later.get('/users/self')).json()).toMatchObject({
    mfa_enabled: false,
    recovery_codes_left: 0,
  })
  await product.mailTo(user.email, 'Two-step login is off')
})

test('the secret is sealed in the database', async () => {
  const { email } = await given.userWithMfa()

  const { rows } = await database.owner.pool.query(
    'select sealed_secret from user_mfa join users on users.id = user_id where email = $1',
    [email],
  )

  expect(rows[0].sealed_secret).toMatch(/^v1\./)
})
