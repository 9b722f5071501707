import sharp from 'sharp'
import { expect, test } from 'vitest'
import { useTestApp } from '../../../../test/test-app.ts'

const product = useTestApp()
const { given, database } = product
const address = {
  address1: 'Skeppsbron 14',
  address2: '',
  city: 'Göteborg',
  zip: '411 21',
  country: 'Sweden',
}

async function pngDataUrl(side = 500) {
  const options = { width: side, height: side, channels: 3, background: '#6E1423' } as const
  const png = await sharp({ create: options }).png().toBuffer()
  return `data:image/png;base64,${png.toString('base64')}`
}

test('a new user has the fields of the product, empty', async () => {
  const { browser, name, email } = await given.user()

  const self = (await browser.get('/users/self')).json()

  expect(self).toEqual({
    id: expect.any(String),
    name,
    email,
    pfp: null,
    balance: 0,
    default_contract: 0,
    address1: '',
    address2: '',
    city: '',
    zip: '',
    country: '',
    email_verified: false,
    mfa_enabled: false,
    recovery_codes_left: 0,
    restricted_until: null,
    is_frozen: false,
    deletion_at: null,
    legal: { terms: expect.any(Object), privacy: expect.any(Object) },
  })
})

test('the profile saves address and contract, and what is absent stays', async () => {
  const { browser } = await given.user()

  const saved = await browser.post('/users/profile', { ...address, contract: 1 })
  await browser.post('/users/profile', { city: 'Malmö' })

  expect(saved.statusCode).toBe(204)
  expect((await browser.get('/users/self')).json()).toMatchObject({
    ...address,
    city: 'Malmö',
    default_contract: 1,
  })
})

test('the legal address is sealed in the database', async () => {
  const { browser, email } = await given.user()
  await browser.post('/users/profile', address)

  const { rows } = await database.owner.pool.query('select * from users where email = $1', [email])

  expect(JSON.stringify(rows)).not.toContain('Skeppsbron')
  expect(rows[0].sealed_address).toMatch(/^v1\./)
})

test('a new password needs the current one, and ends the other sessions', async () => {
  const user = await given.user()
  const { browser, email, password } = user
  const phone = await given.elsewhere(user)

  const saved = await browser.post('/users/profile', {
    curPassword: password,
    newPassword: 'four careful otters',
  })

  expect(saved.statusCode).toBe(204)
  expect((await browser.get('/users/self')).statusCode).toBe(200)
  expect((await phone.get('/users/self')).statusCode).toBe(401)
  expect((await product.browser().logIn({ email, password })).statusCode).toBe(401)
  await product.mailTo(email, 'Your password was changed')
})

test('a wrong current password saves nothing at all', async () => {
  const { browser } = await given.user()

  const reply = await browser.post('/users/profile', {
    ...address,
    curPassword: 'wrong password',
    newPassword: 'four careful otters',
  })

  expect(reply.statusCode).toBe(422)
  expect(reply.json()).toMatchObject({ code: 'password_wrong', field: 'curPassword' })
  expect((await browser.get('/users/self')).json()).toMatchObject({ city: '' })
})

test('empty passwords are no change', async () => {
  const { browser, email, password } = await given.user()

  const reply = await browser.post('/users/profile', { curPassword: '', newPassword: '' })

  expect(reply.statusCode).toBe(204)
  expect((await product.browser().logIn({ email, password })).statusCode).toBe(200)
})

test('a picture is re-encoded by us to 400 by 400, and null is the default again', async () => {
  const { browser } = await given.user()

  await browser.post('/users/profile', { pfp: await pngDataUrl() })
  const { pfp } = (await browser.get('/users/self')).json<{ pfp: string }>()
  const picture = await sharp(Buffer.from(pfp.split(',')[1] ?? '', 'base64')).metadata()
  await browser.post('/users/profile', { pfp: null })

  expect(picture).toMatchObject({ format: 'webp', width: 400, height: 400 })
  expect((await browser.get('/users/self')).json()).toMatchObject({ pfp: null })
})

test('the picture we gave out, sent back with a save, stays the same to the byte', async () => {
  const { browser } = await given.user()
  await browser.post('/users/profile', { pfp: await pngDataUrl() })
  const { pfp } = (await browser.get('/users/self')).json<{ pfp: string }>()

  await browser.post('/users/profile', { ...address, pfp })

  expect((await browser.get('/users/self')).json()).toMatchObject({ pfp, city: 'Göteborg' })
})

test.each([
  ['text that says it is a picture', 'data:image/png;base64,aGVsbG8='],
  ['a drawing with script', 'data:image/svg+xml;base64,PHN2Zy8+'],
  ['a page', 'data:text/html;base64,PGI+'],
])('a picture is refused when it is %s', async (_case, pfp) => {
  const { browser } = await given.user()

  const reply = await browser.post('/users/profile', { pfp })

  expect(reply.statusCode).toBe(422)
  expect(reply.json()).toMatchObject({ code: 'picture_refused', field: 'pfp' })
})

test('whoever sent twenty portraits in ten minutes waits; the rest of the profile does not', async () => {
  const tenMinutes = 600_000
  await database.moveClock(tenMinutes - (database.now() % tenMinutes)) // All fall into one window.
  const { browser } = await given.user()

  const statuses: number[] = []
  for (let sent = 0; sent < 22; sent++) {
    const reply = await browser.post('/users/profile', { pfp: 'data:text/html;base64,PGI+' })
    statuses.push(reply.statusCode)
  }

  expect(statuses).toEqual([...Array.from({ length: 20 }, () => 422), 429, 429])
  expect((await browser.post('/users/profile', { city: 'Malmö' })).statusCode).toBe(204)
})

test('name, address and balance cannot be changed by adding them to the save', async () => {
  const { browser } = await given.user()

  for (const extra of [{ name: 'X' }, { email: 'x@y.example' }, { balance: 5 }, { role: 'op' }]) {
    const reply = await browser.post('/users/profile', extra)
    expect(reply.statusCode).toBe(400)
    expect(reply.json()).toMatchObject({ code: 'invalid_input' })
  }
})
