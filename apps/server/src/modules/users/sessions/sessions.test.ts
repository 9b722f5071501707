import { hourMs, minuteMs } from '@pier/protocol/time'
import { generateKeyPair, SignJWT } from 'jose'
import { expect, test } from 'vitest'
import { useTestApp } from '../../../../test/test-app.ts'

const product = useTestApp()
const { given, database } = product
const loginRequired = { code: 'login_required', message: 'Please log in' }

test('an access token works for fifteen minutes, then a refresh gives another', async () => {
  const { browser } = await given.user()

  await database.moveClock(14 * minuteMs)
  const inTime = await browser.get('/users/self')
  await database.moveClock(2 * minuteMs)
  const tooLate = await browser.get('/users/self')
  const refreshed = await browser.refresh()
  const again = await browser.get('/users/self')

  expect(inTime.statusCode).toBe(200)
  expect(tooLate.statusCode).toBe(401)
  expect(tooLate.json()).toEqual(loginRequired)
  expect(refreshed.json()).toEqual({ accessToken: expect.any(String) })
  expect(again.statusCode).toBe(200)
})

test('two tabs that refresh at once both get a token that works', async () => {
  const { browser } = await given.user()
  await database.moveClock(16 * minuteMs)

  const [one, two] = await Promise.all([browser.refresh(), browser.refresh()])

  for (const reply of [one, two]) {
    browser.token = reply.json<{ accessToken: string }>().accessToken
    expect((await browser.get('/users/self')).statusCode).toBe(200)
  }
})

test('refreshing without a refresh token says so', async () => {
  const reply = await product.browser().post('/users/refresh', {})

  expect(reply.statusCode).toBe(401)
  expect(reply.json()).toMatchObject({ message: 'No refresh token available' })
})

test.each([
  ['garbage', 'rt1.nothing'],
  ['another secret for a real session', 'swap'],
])('refreshing with %s is refused', async (_case, refreshToken) => {
  const { browser } = await given.user()
  const [kind, id] = (browser.refreshToken ?? '').split('.')
  const forged = refreshToken === 'swap' ? `${kind}.${id}.${'A'.repeat(43)}` : refreshToken

  const reply = await browser.post('/users/refresh', { refreshToken: forged })

  expect(reply.statusCode).toBe(401)
})

test('a session that was ended elsewhere is refused at once, token and refresh alike', async () => {
  const user = await given.user()
  const phone = await given.elsewhere(user)
  const { sessions } = (await user.browser.get('/users/sessions')).json<{
    sessions: { id: string; current: boolean; label: string }[]
  }>()
  const other = sessions.find((session) => !session.current)

  const ended = await user.browser.delete(`/users/sessions/${other?.id}`)

  expect(sessions).toHaveLength(2)
  expect(other?.label).toBe('Chrome on Linux')
  expect(ended.statusCode).toBe(204)
  expect((await phone.get('/users/self')).statusCode).toBe(401)
  expect((await phone.refresh()).statusCode).toBe(401)
  expect((await user.browser.get('/users/self')).statusCode).toBe(200)
})

test('ending a session twice, or that of somebody else, finds nothing', async () => {
  const user = await given.user()
  const stranger = await given.user()
  await given.elsewhere(user)
  const own = (await user.browser.get('/users/sessions')).json<{
    sessions: { id: string; current: boolean }[]
  }>()
  const other = own.sessions.find(({ current }) => !current)?.id
  expect((await user.browser.delete(`/users/sessions/${other}`)).statusCode).toBe(204)
  expect((await user.browser.delete(`/users/sessions/${other}`)).statusCode).toBe(404)
  const { sessions } = (await stranger.browser.get('/users/sessions')).json<{
    sessions: { id: string }[]
  }>()

  const foreign = await user.browser.delete(`/users/sessions/${sessions[0]?.id}`)

  expect(foreign.statusCode).toBe(404)
  expect((await stranger.browser.get('/users/self')).statusCode).toBe(200)
})

test('ending all other sessions keeps this one', async () => {
  const user = await given.user()
  const phone = await given.elsewhere(user)

  const reply = await user.browser.delete('/users/sessions')

  expect(reply.statusCode).toBe(204)
  expect((await phone.get('/users/self')).statusCode).toBe(401)
  expect((await user.browser.get('/users/self')).statusCode).toBe(200)
})

test('logging out ends the session', async () => {
  const { browser } = await given.user()

  expect((await browser.post('/users/logout')).statusCode).toBe(204)

  expect((await browser.get('/users/self')).statusCode).toBe(401)
  expect((await browser.refresh()).statusCode).toBe(401)
})

test('tokens copied to another machine are useless without the cookie', async () => {
  const { browser } = await given.user()
  const thief = product.browser()
  Object.assign(thief, { token: browser.token, refreshToken: browser.refreshToken })

  const call = await thief.get('/users/self')
  const refresh = await thief.refresh()

  expect(call.statusCode).toBe(401)
  expect(refresh.statusCode).toBe(401)
  expect((await browser.get('/users/self')).statusCode).toBe(200)
})

test('three uses without the right cookie in an hour end the session and tell its owner', async () => {
  const { browser, email } = await given.user()
  const thief = product.browser()
  Object.assign(thief, { token: browser.token, cookie: 'B'.repeat(43) })

  for (let use = 0; use < 3; use++) await thief.get('/users/self')

  expect((await browser.get('/users/self')).statusCode).toBe(401)
  const mail = await product.mailTo(email, 'We ended one of your sessions')
  expect(mail.text).toContain('may have been copied')
})

test('a client that keeps no cookies gets a session with tighter limits', async () => {
  const { email, password } = await given.user()
  const bare = product.browser()
  await bare.logIn({ email, password })
  bare.cookie = undefined

  const first = await bare.get('/users/self')
  bare.cookie = 'C'.repeat(43)
  const withAnyCookie = await bare.get('/users/self')
  await database.moveClock(2 * hourMs + minuteMs)
  const idle = await bare.refresh()

  expect(first.statusCode).toBe(200)
  expect(withAnyCookie.statusCode).toBe(200)
  expect(idle.statusCode).toBe(401)
})

test('a bound session ends after 72 hours without a refresh', async () => {
  const { browser } = await given.user()

  await database.moveClock(71 * hourMs)
  const inTime = await browser.refresh()
  await database.moveClock(73 * hourMs)
  const tooLate = await browser.refresh()

  expect(inTime.statusCode).toBe(200)
  expect(tooLate.statusCode).toBe(401)
})

test('no session lives longer than fourteen days', async () => {
  const { browser } = await given.user()

  for (let day = 0; day < 7; day++) {
    await database.moveClock(47 * hourMs)
    expect((await browser.refresh()).statusCode).toBe(200)
  }
  await database.moveClock(8 * hourMs)

  expect((await browser.refresh()).statusCode).toBe(401)
})

test('a session refreshes at most thirty times an hour', async () => {
  const { browser } = await given.user()
  for (let count = 0; count < 30; count++) expect((await browser.refresh()).statusCode).toBe(200)

  expect((await browser.refresh()).statusCode).toBe(429)
})

test('a session that moves to another network goes on and is mailed once', async () => {
  const { browser, email } = await given.user()
  browser.address = '198.51.100.7'

  expect((await browser.refresh()).statusCode).toBe(200)
  await product.mailTo(email, 'Your session changed networks')
  browser.address = '192.0.2.9'
  expect((await browser.refresh()).statusCode).toBe(200)

  const moves = product.inbox
    .mails()
    .filter((mail) => mail.to.includes(email) && mail.subject.includes('changed networks'))
  expect(moves).toHaveLength(1)
})

test('the eleventh login ends the oldest session', async () => {
  const user = await given.user()
  for (let login = 0; login < 10; login++) await given.elsewhere(user)

  expect((await user.browser.get('/users/self')).statusCode).toBe(401)
  await product.mailTo(user.email, 'Your oldest session was ended')
})

test.each(['none', 'other-key', 'refresh-token', 'changed'])(
  'an access token that is not ours is refused: %s',
  async (trick) => {
    const { browser } = await given.user()
    const genuine = browser.token ?? ''
    const [header, payload = '', signature = ''] = genuine.split('.')
    const { privateKey } = await generateKeyPair('EdDSA')
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString())
    const none = Buffer.from('{"alg":"none","typ":"at+jwt"}').toString('base64url')
    const forged = {
      none: `${none}.${payload}.`,
      'other-key': await new SignJWT(claims)
        .setProtectedHeader({ alg: 'EdDSA', typ: 'at+jwt', kid: 'k1' })
        .sign(privateKey),
      'refresh-token': browser.refreshToken,
      changed: `${header}.${payload.slice(0, -2)}AA.${signature}`,
    }[trick]
    browser.token = forged

    const reply = await browser.get('/users/self')

    expect(reply.statusCode).toBe(401)
    expect(reply.json()).toEqual(loginRequired)
  },
)
