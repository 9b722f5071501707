import { expect, test } from 'vitest'
import { goodPassword } from '../../../../test/given/given-users.ts'
import { useTestApp } from '../../../../test/test-app.ts'

const product = useTestApp()
const { given } = product
const tokenShape = { token: expect.any(String), refreshToken: expect.any(String) }

test('registering answers both tokens, sets the binding cookie and mails a verification link', async () => {
  const browser = product.browser()
  const person = { name: 'Mara Lindqvist', email: 'mara@lind.example', password: goodPassword }

  const reply = await browser.register(person)

  expect(reply.statusCode).toBe(200)
  expect(reply.json()).toEqual(tokenShape)
  expect(reply.headers['set-cookie']).toMatch(
    /^__Host-bind=[\w-]{43}; Max-Age=\d+; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
  )
  const mail = await product.mailTo('mara@lind.example', 'Verify your email')
  expect(mail.text).toMatch(/http:\/\/localhost:4300\/login#verify=[\w-]{43}/)
})

test('logging in answers token and refreshToken', async () => {
  const { email, password } = await given.user()
  const browser = product.browser()

  const reply = await browser.logIn({ email, password })

  expect(reply.statusCode).toBe(200)
  expect(reply.json()).toEqual(tokenShape)
})

test('the address may be typed in any case', async () => {
  const { email, password } = await given.user()

  const reply = await product.browser().logIn({ email: email.toUpperCase(), password })

  expect(reply.statusCode).toBe(200)
})

test('an access token is signed, expires, and holds no name and no address', async () => {
  const { browser } = await given.user()
  const [header = '', payload = ''] = (browser.token ?? '').split('.')

  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString())

  expect(JSON.parse(Buffer.from(header, 'base64url').toString())).toMatchObject({
    alg: 'EdDSA',
    typ: 'at+jwt',
  })
  expect(claims.exp - claims.iat).toBe(900)
  expect(Object.keys(claims).toSorted()).toEqual(
    ['amr', 'aud', 'auth_time', 'exp', 'iat', 'iss', 'sid', 'sub'].toSorted(),
  )
})

test('a wrong password and an unknown address get the same answer', async () => {
  const { email } = await given.user()

  const wrong = await product.browser().logIn({ email, password: 'not the password' })
  const unknown = await product
    .browser()
    .logIn({ email: 'nobody@mail.example', password: 'not the password' })

  expect(wrong.statusCode).toBe(401)
  expect(wrong.json()).toEqual({
    code: 'invalid_credentials',
    message: 'Invalid email or password',
  })
  expect(unknown.statusCode).toBe(wrong.statusCode)
  expect(unknown.body).toBe(wrong.body)
})

test.each([
  [
    'an address without a dot',
    { email: 'mara@lindqvist', password: 'x' },
    'Invalid email',
    'email',
  ],
  ['no address', { password: 'x' }, 'Invalid email', 'email'],
  ['no password', { email: 'mara@lind.example' }, 'Invalid password', 'password'],
  [
    'an empty password',
    { email: 'mara@lind.example', password: '' },
    'Invalid password',
    'password',
  ],
])('login refuses %s', async (_case, body, message, field) => {
  const reply = await product.browser().post('/users/login', body)

  expect(reply.statusCode).toBe(400)
  expect(reply.json()).toEqual({ code: 'invalid_input', message, field })
})

test('login refuses an MFA code of more than six characters', async () => {
  const { email, password } = await given.user()

  const reply = await product.browser().logIn({ email, password, mfa: '1234567' })

  expect(reply.json()).toMatchObject({ code: 'invalid_input', field: 'mfa' })
})

test('an empty MFA code is as good as none', async () => {
  const { email, password } = await given.user()

  expect((await product.browser().logIn({ email, password, mfa: '' })).statusCode).toBe(200)
})

test.each([
  ['no name', { name: '' }, 'Invalid name'],
  ['a name of spaces', { name: '   ' }, 'Invalid name'],
  ['a name that turns text around', { name: 'Mara\u202Etxe' }, 'Invalid name'],
  ['an invalid address', { email: 'mara@' }, 'Invalid email'],
  ['an empty password', { password: '' }, 'Invalid password'],
  ['a field that is not asked for', { balance: 1000 }, 'Unrecognized key: "balance"'],
])('registration refuses %s', async (_case, change, message) => {
  const person = { name: 'Mara', email: 'new@mail.example', password: goodPassword, ...change }

  const reply = await product.browser().post('/users/register', person)

  expect(reply.statusCode).toBe(400)
  expect(reply.json()).toMatchObject({ code: 'invalid_input', message })
})

test.each([
  ['a short one', 'nine char', 'password_short'],
  ['one from public lists', 'password123', 'password_breached'],
  ['one made of the name', 'Lindqvist2026', 'password_obvious'],
  ['one made of the address', 'harbourmaster1', 'password_obvious'],
  ['one that is too long', 'long '.repeat(60), 'password_long'],
])('registration refuses a password that is weak: %s', async (_case, password, code) => {
  const email = 'harbourmaster@mail.example'

  const reply = await product.browser().register({ name: 'Mara Lindqvist', email, password })

  expect(reply.statusCode).toBe(422)
  expect(reply.json()).toMatchObject({ code, field: 'password' })
})

test('registering a taken address says little, and tells its owner', async () => {
  const { email } = await given.user()

  const reply = await product
    .browser()
    .register({ name: 'Somebody Else', email, password: 'another long password' })

  expect(reply.statusCode).toBe(409)
  expect(reply.json()).toEqual({
    code: 'registration_refused',
    message: 'Could not register with these details',
  })
  await product.mailTo(email, 'Someone tried to register with your address')
})

test('of eight people who register one address at once, one gets it', async () => {
  const person = { name: 'Mara', email: 'race@mail.example', password: goodPassword }

  const replies = await Promise.all(
    Array.from({ length: 8 }, () => product.browser().register(person)),
  )

  const statuses = replies.map((reply) => reply.statusCode).toSorted((a, b) => a - b)
  expect(statuses).toEqual([200, 409, 409, 409, 409, 409, 409, 409])
})

test('after five failures from one place each further try has to wait, longer and longer', async () => {
  const { email, password } = await given.user()
  const browser = product.browser()
  const attempt = (typed: string) => browser.logIn({ email, password: typed })
  for (let failure = 0; failure < 5; failure++) {
    expect((await attempt('wrong password')).statusCode).toBe(401)
  }

  const paused = await attempt(password)
  await product.database.moveClock(3_000)
  const wrongAgain = await attempt('wrong password')
  await product.database.moveClock(1_000)
  const pausedLonger = await attempt(password)
  await product.database.moveClock(4_000)
  const right = await attempt(password)

  expect(paused.statusCode).toBe(429)
  expect(wrongAgain.statusCode).toBe(401)
  expect(pausedLonger.statusCode).toBe(429)
  expect(right.statusCode).toBe(200)
})

test('failures at one place do not lock the person out at another', async () => {
  const { email, password } = await given.user()
  const attacker = product.browser()
  for (let failure = 0; failure < 6; failure++) {
    await attacker.logIn({ email, password: 'wrong password' })
  }

  expect((await product.browser().logIn({ email, password })).statusCode).toBe(200)
})

test('one place may register five times an hour', async () => {
  const browser = product.browser()
  const register = (number: number) =>
    browser.register({
      name: 'Mara',
      email: `five-${number}@mail.example`,
      password: goodPassword,
    })
  for (let number = 0; number < 5; number++) {
    expect((await register(number)).statusCode).toBe(200)
  }

  expect((await register(5)).statusCode).toBe(429)
})

test('a login from a new device is mailed with its place and a freeze link', async () => {
  const user = await given.user()

  await given.elsewhere(user)

  const mail = await product.mailTo(user.email, 'New login to your account')
  expect(mail.text).toContain('Chrome on Linux')
  expect(mail.text).toMatch(/\/login#freeze=[\w-]{43}/)
})

test('a login from the browser that registered is not mailed', async () => {
  const { email, password, browser } = await given.user()

  await browser.logIn({ email, password })
  await given.elsewhere({ email, password }) // Its mail comes last: the other would be there by now.

  await product.mailTo(email, 'New login')
  const logins = product.inbox
    .mails()
    .filter((mail) => mail.to.includes(email) && mail.subject.startsWith('New login'))
  expect(logins).toHaveLength(1)
})

test('the password is stored with argon2id and a pepper, never as it is', async () => {
  const { email } = await given.user()

  const { rows } = await product.database.owner.pool.query(
    'select password_hash, pepper_id from users where email = $1',
    [email],
  )

  expect(rows[0].password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(rows[0].pepper_id).toBe('p1')
})
