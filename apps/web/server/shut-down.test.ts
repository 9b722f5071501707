// @vitest-environment node
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { shutDown } from './shut-down.ts'
import { ends, start } from './testing.ts'

const isOver = (reading: Promise<string>) =>
  reading.then(
    () => true,
    () => true,
  )

test('an open event stream is cut after the wait, so that the server can stop', async () => {
  const { web, origin } = await start()
  const tab = await fetch(`${origin}/api/events`)
  const reading = isOver(tab.text())

  const began = performance.now()
  await shutDown(web, 300)

  expect(performance.now() - began).toBeGreaterThanOrEqual(290) // It waited.
  expect(await reading).toBe(true)
}, 5000)

test('where nobody waits, it ends at once', async () => {
  const { web, origin } = await start()
  await (await fetch(`${origin}/api/x`)).text()

  const began = performance.now()
  await shutDown(web, 10_000)

  expect(performance.now() - began).toBeLessThan(3000)
})

test('a server that leaves still answers, keeps no connection and is not ready', async () => {
  const leaving = new AbortController()
  const { origin } = await start({ leaving: leaving.signal })
  const look = async (path: string) => {
    const reply = await fetch(`${origin}${path}`)
    await reply.text()
    return [reply.status, reply.headers.get('connection')]
  }
  expect(await look('/health/ready')).toEqual([200, 'keep-alive'])

  leaving.abort()

  expect(await look('/health/ready')).toEqual([503, 'close'])
  expect(await look('/api/x')).toEqual([200, 'close'])
  expect(await look('/about')).toEqual([200, 'close'])
})

test('an idle connection to the API is given up within seconds, however long the API would keep it', async () => {
  const api = createServer({ keepAliveTimeout: 72_000 }, (_, reply) => void reply.end('{}'))
  const isClosed = new Promise((done) => {
    api.once('connection', (socket) => socket.once('close', done))
  })
  await new Promise<void>((done) => {
    api.listen(0, '127.0.0.1', done)
  })
  const { port } = api.address() as AddressInfo
  const { origin } = await start({ apiOrigin: new URL(`http://127.0.0.1:${port}`) })
  ends.push(() => api.close())

  await (await fetch(`${origin}/api/x`)).text()
  const began = performance.now()
  await isClosed

  expect(performance.now() - began).toBeLessThan(15_000) // After 3 s, where the machine is not busy.
})
