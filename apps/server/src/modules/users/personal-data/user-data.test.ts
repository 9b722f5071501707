import { dayMs } from '@pier/protocol/time'
import { expect, test } from 'vitest'
import { inTransaction } from '../../../platform/db/database.ts'
import { enqueue } from '../../../platform/jobs/queue.ts'
import { useTestApp } from '../../../../test/test-app.ts'

const product = useTestApp()
const { given, database } = product
const tokenIn = (text: string) => /#\w+=([\w-]{43})/.exec(text)?.[1]

async function verifiedUser() {
  const user = await given.user()
  const mail = await product.mailTo(user.email, 'Verify your email')
  await user.browser.post('/users/verify-email', { token: tokenIn(mail.text) })
  return user
}

test('a copy of all data is built, mailed about and handed out once', async () => {
  const { browser, email, name } = await verifiedUser()
  await browser.post('/users/profile', { city: 'Göteborg' })

  const asked = await browser.post('/users/export')
  const { id } = asked.json<{ id: string }>()
  await product.mailTo(email, 'Your data export is ready')
  const copy = await browser.get(`/users/export/${id}`)
  const again = await browser.get(`/users/export/${id}`)

  expect(asked.statusCode).toBe(202)
  expect(copy.json()).toMatchObject({
    profile: { name, email, address: { city: 'Göteborg' } },
    sessions: [{ label: 'Chrome on Linux' }],
    securityEvents: expect.arrayContaining([expect.objectContaining({ kind: 'login' })]),
  })
  expect(again.statusCode).toBe(404)
})

test('somebody else cannot have the copy', async () => {
  const { browser, email } = await verifiedUser()
  const stranger = await given.user()
  const { id } = (await browser.post('/users/export')).json<{ id: string }>()
  await product.mailTo(email, 'Your data export is ready')

  expect((await stranger.browser.get(`/users/export/${id}`)).statusCode).toBe(404)
  expect((await browser.get(`/users/export/${id}`)).statusCode).toBe(200)
})

test('an unverified address can ask for nothing dangerous', async () => {
  const { browser } = await given.user()

  expect((await browser.post('/users/export')).json()).toMatchObject({ code: 'email_unverified' })
  expect((await browser.post('/users/deletion')).json()).toMatchObject({ code: 'email_unverified' })
})

test('every column about a person is in the copy, or left out on purpose', async () => {
  // `has_address` is left out because the export has the address itself.
  const secrets = ['email_key', 'password_hash', 'pepper_id', 'data_key', 'deleted_at']
  const leftOut = [...secrets, 'has_address']
  const { browser, email } = await verifiedUser()
  const { id } = (await browser.post('/users/export')).json<{ id: string }>()
  await product.mailTo(email, 'Your data export is ready')

  const copy = (await browser.get(`/users/export/${id}`)).json<{ profile: object }>()
  const { rows } = await database.owner.pool.query<{ column_name: string }>(
    `select column_name from information_schema.columns where table_name = 'users'`,
  )

  const given = new Set([...Object.keys(copy.profile), 'sealedAddress'])
  const camel = (name: string) => name.replaceAll(/_(\w)/g, (_all, letter) => letter.toUpperCase())
  const missing = rows
    .map((row) => row.column_name)
    .filter((name) => !leftOut.includes(name) && !given.has(camel(name)))
  expect(missing).toEqual([])
})

test('deletion waits fourteen days and can be taken back', async () => {
  const { browser, email } = await verifiedUser()

  const asked = await browser.post('/users/deletion')
  const twice = await browser.post('/users/deletion')
  const kept = await browser.delete('/users/deletion')

  const { deletion_at } = asked.json<{ deletion_at: string }>()
  expect(Math.round((Date.parse(deletion_at) - database.now()) / dayMs)).toBe(14)
  expect(twice.statusCode).toBe(409)
  expect(kept.statusCode).toBe(204)
  await product.mailTo(email, 'Account deletion cancelled')
  expect((await browser.get('/users/self')).json()).toMatchObject({ deletion_at: null })
})

test('after fourteen days the person is gone and the address is free again', async () => {
  const user = await verifiedUser()
  const { browser, email, password } = user
  await browser.post('/users/profile', { city: 'Göteborg' })
  await browser.post('/users/deletion')
  const { id } = (await browser.get('/users/self')).json<{ id: string }>()

  await database.moveClock(14 * dayMs + 1000)
  await product.mailTo(email, 'Your account has been deleted')

  const row = async () => {
    const { rows } = await database.owner.pool.query('select * from users where id = $1', [id])
    return rows[0]
  }
  await expect.poll(row).toMatchObject({
    name: 'Deleted user',
    email: null,
    data_key: null,
    sealed_address: null,
    password_hash: null,
  })
  expect((await product.browser().logIn({ email, password })).statusCode).toBe(401)
  const again = await product.browser().register({ name: 'Mara Again', email, password })
  expect(again.statusCode).toBe(200)
})

test('an account whose address was never verified is erased after thirty days without use', async () => {
  const idle = await given.user()
  const busy = await given.user()
  const proved = await verifiedUser()
  await database.moveClock(15 * dayMs)
  await given.elsewhere(busy)
  await database.moveClock(16 * dayMs)

  await inTransaction(product.db, (tx) => enqueue(tx, 'users.clean-up', {}))

  const emailsLeft = async () => {
    const { rows } = await database.owner.pool.query<{ email: string }>(
      'select email from users where email = any($1)',
      [[idle.email, busy.email, proved.email]],
    )
    return rows.map(({ email }) => email).toSorted()
  }
  await expect.poll(emailsLeft).toEqual([busy.email, proved.email].toSorted())
})
