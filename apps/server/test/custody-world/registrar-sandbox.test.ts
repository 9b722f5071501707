import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeSecret } from '../../src/platform/crypto/secret-text.ts'
import { createEppRegistrar } from '../../src/providers/registrar/epp/epp-registrar.ts'
import { type CustodyWorld, startCustodyWorld } from './custody-world.ts'
import { makeSecrets } from '../secrets.ts'
import { startRegistrarSandbox } from './registrar-sandbox.ts'

const secrets = await makeSecrets()
let world: CustodyWorld
let sandbox: Awaited<ReturnType<typeof startRegistrarSandbox>>

beforeAll(async () => {
  world = await startCustodyWorld(secrets)
  sandbox = await startRegistrarSandbox(world, { port: 0 })
})
afterAll(async () => {
  await sandbox?.close()
  await world?.close()
})

const submit = async (action: string, fields: Record<string, string>) => {
  const body = new URLSearchParams(fields)
  const reply = await fetch(`${sandbox.origin}/${action}`, { method: 'POST', body })
  return { status: reply.status, page: await reply.text() }
}
const control = async (path: string, input?: object) => {
  const init = input && { method: 'POST', body: JSON.stringify(input) }
  const reply = await fetch(`${sandbox.origin}/control/${path}`, init)
  return { status: reply.status, body: await reply.json() }
}

test('a person registers a name, unlocks it and publishes a record, and the page shows it', async () => {
  const name = 'page-name.com'
  const registered = await submit('add-name', { name, isLocked: 'true', createdDaysAgo: '' })
  expect(registered.page).toContain(`${name}: locked`)

  const unlocked = await submit('set-lock', { name, isLocked: 'false' })
  expect(unlocked.page).toContain(`${name}: not locked`)
  expect(unlocked.page).toContain(world.other.readName(name).code?.replace('&', '&amp;'))

  const published = await submit('publish-txt', { name, host: '_pier-challenge', value: 'token=1' })
  expect(published.page).toContain(`TXT _pier-challenge.${name}: token=1`)
  const removed = await submit('remove-txt', { name, host: '_pier-challenge', value: 'token=1' })
  expect(removed.page).not.toContain('token=1')
})

test.each([
  ['a name that is none', 'add-name', { name: 'no name' }],
  ['a name that is taken', 'add-name', { name: 'page-name.com' }],
  ['an ending that nobody serves here', 'add-name', { name: 'somewhere.museum' }],
  ['a transfer that nobody asked for', 'approve-transfer', { name: 'page-name.com' }],
  ['a wrong code', 'pull-name', { name: 'page-name.com', code: 'wrong' }],
  ['something that cannot be done', 'sell', { name: 'page-name.com' }],
])('the page says what is wrong with %s', async (_case, action, fields) => {
  const { status, page } = await submit(action, fields)

  expect(status).toBe(400)
  expect(page).toContain('That did not work')
})

test('control calls add a name, approve its transfer to us and pull it back', async () => {
  const name = 'xn--bcher-kva.shop'
  const added = await control('add-name', { name: 'Bücher.shop', premiumCents: 90_000 })
  expect(added).toMatchObject({ status: 200, body: { name, isHere: true } })
  const { body } = await control('new-code', { name })
  const us = createEppRegistrar({
    endpoint: {
      host: 'localhost',
      port: Number(world.env.REGISTRAR_PORT),
      ca: world.env.REGISTRAR_CA,
    },
    user: secrets.REGISTRAR_USER,
    password: makeSecret(secrets.REGISTRAR_PASSWORD),
    profile: 'centralnic-reseller',
  })
  const authCode = makeSecret((body as { code: string }).code)
  const asked = { name, years: 1, amountCents: 90_000 }
  await us.requestTransfer({ ...asked, authCode, commandId: 'CMD-1' })

  expect((await control('approve-transfer', { name })).status).toBe(200)
  expect((await control('approve-transfer', { name })).status).toBe(400)
  await control('advance-days', { days: 61 })
  await us.setAuthCode({ name, authCode: makeSecret('Way-out-42x'), commandId: 'CMD-2' })
  await us.close()
  const pulled = await submit('pull-name', { name, code: 'Way-out-42x' })
  expect(pulled.page).toContain(`${name}: asked for, comes here by`)
  await submit('advance-days', { days: '5' })

  expect(await control('read-name', { name })).toMatchObject({ body: { isHere: true } })
  expect((await control('violations')).body).toEqual([])
})

test('a control call that is unknown or has bad input answers with an error', async () => {
  expect(await control('read-name', { name: 'nobody.com' })).toMatchObject({ status: 400 })
  expect(await control('add-name', { name: 'x.com', colour: 'blue' })).toMatchObject({
    status: 400,
  })
  expect(await control('sell', {})).toMatchObject({ status: 404 })
})
