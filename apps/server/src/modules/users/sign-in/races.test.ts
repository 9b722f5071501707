import { expect, test } from 'vitest'
import { useTestApp } from '../../../../test/test-app.ts'

/**
 * Overlapping requests. One waits for a row that the test has locked, another change commits
 * meanwhile, and then the first goes on.
 */
const product = useTestApp()
const { given, database } = product
const tokenIn = (text: string) => /#\w+=([\w-]{43})/.exec(text)?.[1] ?? 'no link'
const newPassword = 'nine patient lanterns'

/** Locks the user's row, lets `first` wait for it, runs the SQL `effect`, then commits. */
async function whileWaiting<T>(email: string, first: () => Promise<T>, effect: string) {
  const client = await database.owner.pool.connect()
  try {
    await client.query('begin')
    await client.query('select 1 from users where email = $1 for update', [email])
    const waiting = first()
    await expect.poll(waitingBackends).toBeGreaterThan(0)
    await client.query(effect, [email])
    await client.query('commit')
    return await waiting
  } finally {
    client.release()
  }
}

async function waitingBackends(): Promise<number> {
  const { rows } = await database.owner.pool.query(
    `select count(*)::int from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return rows[0].count
}

test('a login with the old password that overlaps a reset does not get in', async () => {
  const { email, password } = await given.user()
  const browser = product.browser()

  const reply = await whileWaiting(
    email,
    () => browser.logIn({ email, password }),
    `update users set password_hash = 'changed meanwhile' where email = $1`,
  )

  expect(reply.statusCode).toBe(401)
  expect(reply.json()).toMatchObject({ code: 'invalid_credentials' })
})

test('a password change that overlaps a reset does not undo it', async () => {
  const { email, password, browser } = await given.user()

  const reply = await whileWaiting(
    email,
    () => browser.post('/users/profile', { curPassword: password, newPassword }),
    `update users set password_hash = 'changed meanwhile' where email = $1`,
  )

  const { rows } = await database.owner.pool.query(
    'select password_hash from users where email = $1',
    [email],
  )
  expect(reply.statusCode).toBe(422)
  expect(rows[0].password_hash).toBe('changed meanwhile')
})

test('a session that is frozen while its request waits can no longer act', async () => {
  const { email, browser } = await given.user()

  const reply = await whileWaiting(
    email,
    () => browser.post('/users/profile', { city: 'Thiefville' }),
    `update sessions set ended_at = now(), ended_because = 'frozen'
     where user_id = (select id from users where email = $1)`,
  )

  expect(reply.statusCode).toBe(401)
})

test('two devices that sign each other out at once do not deadlock', async () => {
  const user = await given.user()
  const phone = await given.elsewhere(user)

  for (let round = 0; round < 5; round++) {
    const replies = await Promise.all([
      user.browser.delete('/users/sessions'),
      phone.delete('/users/sessions'),
    ])
    for (const reply of replies) expect([204, 401]).toContain(reply.statusCode)
  }
})

test('no more than ten sessions stay open, also when twenty logins come at once', async () => {
  const { email, password, browser } = await given.user()
  await Promise.all(Array.from({ length: 20 }, () => product.browser().logIn({ email, password })))

  const { rows } = await database.owner.pool.query(
    `select count(*)::int from sessions join users on users.id = user_id
     where email = $1 and ended_at is null`,
    [email],
  )
  expect(rows[0].count).toBe(10)
  expect((await browser.get('/users/self')).statusCode).toBe(401)
})

test('of two first calls, with and without the cookie, only one kind of session comes out', async () => {
  for (let round = 0; round < 10; round++) {
    const { email, password } = await given.user()
    const browser = product.browser()
    await browser.logIn({ email, password })
    const bare = Object.assign(product.browser(), { token: browser.token })

    const [withCookie, without] = await Promise.all([
      browser.get('/users/self'),
      bare.get('/users/self'),
    ])

    const { rows } = await database.owner.pool.query(
      'select binding from sessions join users on users.id = user_id where email = $1 and binding <> $2',
      [email, 'pending'],
    )
    const isBound = rows.some((row) => row.binding === 'bound' && without.statusCode === 401)
    expect(withCookie.statusCode === 200 || !isBound).toBe(true)
    if (without.statusCode === 200) {
      expect(rows.some((row) => row.binding === 'unbound')).toBe(true)
    }
  }
})

test('turning two-step login on asks for the password once the login is older than fifteen minutes', async () => {
  const { browser, password } = await given.user()
  await database.moveClock(16 * 60_000)
  await browser.refresh()

  const refused = await browser.post('/users/mfa/start')
  const { action, object } = refused.json<{ action: string; object: string }>()
  await browser.post('/users/step-up', { action, object, password })
  const started = await browser.post('/users/mfa/start')

  expect(refused.json()).toMatchObject({ code: 'step_up_required', methods: ['password'] })
  expect(started.statusCode).toBe(200)
})

test('a crowded account refuses a right password from a new device in the words of a wrong one', async () => {
  const { email, password, browser } = await given.user()
  for (let failure = 0; failure < 51; failure++) {
    await product.browser().logIn({ email, password: 'wrong password' })
  }

  const stranger = await product.browser().logIn({ email, password })
  const known = await browser.logIn({ email, password })

  expect(stranger.statusCode).toBe(401)
  expect(stranger.json()).toMatchObject({ code: 'invalid_credentials' })
  expect(known.statusCode).toBe(200)
  await product.mailTo(email, 'Many failed logins')
})

test('a freeze stops a deletion that somebody asked for', async () => {
  const { browser, email } = await given.user()
  const verify = await product.mailTo(email, 'Verify your email')
  await browser.post('/users/verify-email', { token: tokenIn(verify.text) })
  await browser.post('/users/deletion')
  const mail = await product.mailTo(email, 'Your account will be deleted in 14 days')

  await product.browser().post('/users/freeze', { token: tokenIn(mail.text) })

  const read = 'select deletion_at from users where email = $1'
  expect((await database.owner.pool.query(read, [email])).rows).toEqual([{ deletion_at: null }])
})

test('a browser that was thrown out by a freeze is a new device when it comes back', async () => {
  const user = await given.user()
  const thief = await given.elsewhere(user)
  const mail = await product.mailTo(user.email, 'New login')
  await product.browser().post('/users/freeze', { token: tokenIn(mail.text) })

  await product.browser().post('/users/get_reset_token', { email: user.email })
  const reset = await product.mailTo(user.email, 'Set a new password')
  await product.browser().post('/users/reset', { token: tokenIn(reset.text), newPassword })
  await thief.logIn({ email: user.email, password: newPassword })

  await expect
    .poll(
      () =>
        product.inbox
          .mails()
          .filter((one) => one.to.includes(user.email) && one.subject.startsWith('New login'))
          .length,
    )
    .toBe(2)
})

test('a fourth copy of one’s data in a day is refused', async () => {
  const { browser, email } = await given.user()
  const verify = await product.mailTo(email, 'Verify your email')
  await browser.post('/users/verify-email', { token: tokenIn(verify.text) })
  for (let copy = 0; copy < 3; copy++) {
    expect((await browser.post('/users/export')).statusCode).toBe(202)
  }

  expect((await browser.post('/users/export')).statusCode).toBe(429)
})

test('no address is left in the mails that were sent', async () => {
  const { email } = await given.user()
  await product.mailTo(email, 'Verify your email')

  const left = async () => {
    const { rows } = await database.owner.pool.query(`select 1 from mails where to_address = $1`, [
      email,
    ])
    return rows.length
  }

  await expect.poll(left).toBe(0)
})
