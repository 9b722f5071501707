import { setTimeout as wait } from 'node:timers/promises'
import { createServer } from 'node:net'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { makeSecret } from '../../src/platform/crypto/secret-text.ts'
import { makeCertificate } from './certificate.ts'
import {
  authCode,
  name,
  ourId,
  startRegistrars,
  transfer,
  useRegistrars,
} from './test-registrars.ts'

const { us, control, received, connect, given } = useRegistrars({ sessionsMax: 2 })

const countLogins = () => received().filter((command) => command === 'login').length

test('commands asked at once go one after the other, over one session', async () => {
  given.ours()

  const found = await Promise.all(Array.from({ length: 20 }, () => us().findDomain({ name })))

  expect(found.every((domain) => domain?.isSponsoredByUs)).toBe(true)
  expect(received()).toEqual(['login', ...Array.from({ length: 20 }, () => 'info')])
})

test('a wrong password is tried once, and never again', async () => {
  const client = connect(ourId, { password: makeSecret('wrong-one') })

  await expect(client.readCapabilities()).rejects.toMatchObject({ code: 'credentials' })
  await wait(60)
  await expect(client.findDomain({ name })).rejects.toMatchObject({ code: 'credentials' })

  expect(countLogins()).toBe(1)
})

test('too many sessions are refused, and tried again only after a while', async () => {
  const [one, two] = [connect(ourId), connect(ourId)]
  await Promise.all([one.readCapabilities(), two.readCapabilities()])
  const three = connect(ourId, { settings: { sessionLimitBackoffMs: 2000 } })

  await expect(three.readCapabilities()).rejects.toMatchObject({ code: 'session_limit' })
  await expect(three.readCapabilities()).rejects.toMatchObject({
    code: 'temporarily_unavailable',
  })
  await one.close()
  await wait(2050)

  expect(await three.readCapabilities()).toMatchObject({ feeVersion: '1.0' })
  expect(countLogins()).toBe(4)
})

test('no login is sent to a server whose certificate is not trusted or has another name', async () => {
  const stranger = makeCertificate()
  const other = makeCertificate({ commonName: 'elsewhere.example' })
  const house = await startRegistrars({ certificate: other })
  const { port } = house.registry

  for (const ca of [stranger.cert, other.cert, undefined]) {
    const client = house.connect(ourId, { endpoint: { host: 'localhost', port, ca } })
    await expect(client.readCapabilities()).rejects.toMatchObject({ code: 'credentials' })
  }
  expect(house.registry.received).toEqual([])
  await house.close()
})

test('a server with another name than expected is given no password', async () => {
  const client = connect(ourId, { serverId: 'Somebody else' })

  await expect(client.readCapabilities()).rejects.toMatchObject({ code: 'credentials' })
  expect(received()).toEqual([])
})

test('a port where nobody listens, or nobody speaks TLS, is tried again later', async () => {
  const server = createServer(
    (socket) =>
      void socket
        .on('error', () => {})
        .resume()
        .end('HTTP/1.1 400\r\n'),
  )
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0
  const settings = { connectTimeoutMs: 500 }
  const client = connect(ourId, { endpoint: { host: '127.0.0.1', port }, settings })
  await expect(client.readCapabilities()).rejects.toMatchObject({ name: 'RegistrarError' })
  await new Promise((resolve) => server.close(resolve))

  const late = connect(ourId, { endpoint: { host: '127.0.0.1', port }, settings })

  await expect(late.readCapabilities()).rejects.toMatchObject({
    code: 'temporarily_unavailable',
    isRetryable: true,
  })
})

test('silence is filled with a hello, so the session outlives it', async () => {
  const house = await startRegistrars({ idleMs: 1000 })
  house.control.addDomain({ name, sponsor: ourId })
  const client = house.connect(ourId, { settings: { helloAfterMs: 150 } })
  await client.findDomain({ name })

  await wait(2200)
  await client.findDomain({ name })

  const { received } = house.registry
  expect(received.filter((command) => command === 'login')).toHaveLength(1)
  expect(received.filter((command) => command === 'hello').length).toBeGreaterThan(2)
  await house.close()
})

test('a session that the server closed when idle is reopened without the caller noticing', async () => {
  const house = await startRegistrars({ idleMs: 300 })
  house.control.addDomain({ name, sponsor: ourId })
  await house.us.findDomain({ name })

  await wait(600)

  expect(await house.us.findDomain({ name })).toMatchObject({ name })
  expect(house.registry.received).toEqual(['login', 'info', 'login', 'info'])
  await house.close()
})

test('a session ends itself before its limits', async () => {
  given.ours()
  const byCount = connect(ourId, { settings: { sessionCommandsMax: 3 } })
  const byAge = connect(ourId, { settings: { sessionLastsMs: 50 } })

  for (let round = 0; round < 5; round += 1) await byCount.findDomain({ name })
  expect(received().filter((command) => command !== 'info')).toEqual([
    'login',
    'logout',
    'login',
    'logout',
    'login',
  ])
  await byCount.close()
  await byAge.findDomain({ name })
  await wait(60)
  await byAge.findDomain({ name })
  expect(countLogins()).toBe(5)
})

test('an answer that is too late is no answer', async () => {
  given.theirs()
  const client = connect(ourId, { settings: { commandTimeoutMs: 700 } })
  control().fail({ kind: 'delay', command: 'info', delayMs: 1500 })
  await expect(client.findDomain({ name })).rejects.toMatchObject({
    code: 'temporarily_unavailable',
  })
  control().fail({ kind: 'delay', command: 'transfer', delayMs: 1500 })
  await expect(client.requestTransfer(transfer)).rejects.toMatchObject({ code: 'outcome_unknown' })

  await expect.poll(() => client.findTransfer(name)).toMatchObject({ status: 'pending' })
})

test('closing waits for what is under way, says goodbye, and ends it', async () => {
  given.ours()
  const found = us().findDomain({ name })

  await us().close()

  expect(await found).toMatchObject({ name })
  expect(received()).toEqual(['login', 'info', 'logout'])
  await expect(us().findDomain({ name })).rejects.toMatchObject({ code: 'temporarily_unavailable' })
})

test('commands are slowed down to what the registrar allows', async () => {
  given.ours()
  const client = connect(ourId, { settings: { commandsPerMinute: 60 } })
  const startedAt = performance.now()

  for (let sent = 0; sent < 62; sent += 1) await client.findDomain({ name })

  expect(performance.now() - startedAt).toBeGreaterThan(1900)
})

test('a trace shows both sides of the talk, and no secret', async () => {
  given.theirs()
  const lines: string[] = []
  const client = connect(ourId, {
    trace: (direction, frame) => void lines.push(`${direction} ${frame}`),
  })

  await client.requestTransfer(transfer)
  const failed = await client
    .requestTransfer({ ...transfer, authCode: makeSecret('guessed-code') })
    .catch((error: unknown) => error)

  const talk = [...lines, JSON.stringify(failed), String(failed)].join('\n')
  expect(lines.map((line) => line.split(' ')[0])).toEqual([
    'received',
    ...Array.from({ length: 3 }, () => ['sent', 'received']).flat(),
  ])
  expect(talk).toContain('<transfer op="request">')
  expect(talk).toContain('[cut]')
  expect(talk).not.toMatch(/foo-BAR2|guessed-code|a&amp;/)
  expect(talk).not.toContain(authCode.reveal())
})
