// @vitest-environment node
import { createServer, request as ask, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { ends, start } from './testing.ts'

const long = JSON.stringify(
  Array.from({ length: 500 }, (_, at) => ({ id: at, domain: 'harbour.ai' })),
)

type Answer = (request: IncomingMessage, reply: ServerResponse) => void
const json: Answer = (_, reply) => send(reply, long)
const send = (reply: ServerResponse, body: string, headers: Record<string, string> = {}) =>
  reply
    .writeHead(200, {
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(body),
      ...headers,
    })
    .end(body)

async function startBefore(answer: Answer) {
  const api = createServer(answer)
  await new Promise<void>((done) => {
    api.listen(0, '127.0.0.1', done)
  })
  const { port: apiPort } = api.address() as AddressInfo
  const { port } = await start({ apiOrigin: new URL(`http://127.0.0.1:${apiPort}`) })
  ends.push(
    () => api.closeAllConnections(),
    () => api.close(),
  )
  return (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    read(port, { path, headers, method })
}

async function open(port: number, asked: object): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    ask({ host: '127.0.0.1', port, agent: false, ...asked }, resolve)
      .on('error', reject)
      .end()
  })
}

async function read(port: number, asked: object) {
  const reply = await open(port, asked)
  const parts: Buffer[] = []
  for await (const part of reply) parts.push(part as Buffer)
  return { status: reply.statusCode, headers: reply.headers, body: Buffer.concat(parts) }
}

test.each([
  ['gzip, deflate, br', 'br', brotliDecompressSync],
  ['gzip', 'gzip', gunzipSync],
  ['br;q=0, gzip;q=0.5', 'gzip', gunzipSync],
] as const)('who takes %s gets the answer in %s', async (taken, encoding, undo) => {
  const call = await startBefore(json)
  const { headers, body } = await call('/api/domains', { 'accept-encoding': taken })

  expect(headers).toMatchObject({ 'content-encoding': encoding, vary: 'accept-encoding' })
  expect(headers['content-length']).toBeUndefined()
  expect(body.length).toBeLessThan(long.length / 4)
  expect(undo(body).toString()).toBe(long)
})

test.each([
  ['who takes none', {}, json],
  ['who refuses', { 'accept-encoding': 'br;q=0, gzip;q=0.0' }, json],
  ['a short one', { 'accept-encoding': 'br' }, (_, reply) => send(reply, '{"a":1}')],
])('%s gets it as it is, and caches are told', async (_, headers, answer: Answer) => {
  const call = await startBefore(answer)
  const reply = await call('/api/domains', headers)

  expect(reply.headers['content-encoding']).toBeUndefined()
  expect(reply.headers.vary).toBe('accept-encoding')
  expect(Number(reply.headers['content-length'])).toBe(reply.body.length)
})

test.each([
  ['a picture', '/api/x', { 'content-type': 'image/png' }],
  ['a file of the loan', '/api/x', { 'content-type': 'application/pdf' }],
  ['what is compressed already', '/api/x', { 'content-encoding': 'gzip' }],
  ['what must not be changed', '/api/x', { 'cache-control': 'no-transform' }],
  ['what sets a cookie', '/api/x', { 'set-cookie': 'a=b' }],
  ['tokens and secrets', '/api/users/login', {}],
  ['an agreement that a token opens', '/api/agreements/x7', {}],
  ['the console', '/api/operator/users?search=x', {}],
])('%s goes through byte by byte', async (_, path, headers) => {
  const call = await startBefore((__, reply) => send(reply, long, headers))
  const reply = await call(path, { 'accept-encoding': 'br, gzip' })

  expect(reply.body.toString()).toBe(long)
  expect(reply.headers['content-length']).toBe(String(long.length))
  expect(reply.headers.vary).toBeUndefined()
})

test('a refusal keeps its words', async () => {
  const call = await startBefore((_, reply) => {
    reply.writeHead(404, { 'content-type': 'application/json' }).end(long)
  })
  const { status, body } = await call('/api/x', { 'accept-encoding': 'br' })
  expect([status, body.toString()]).toEqual([404, long])
})

test('its tag is weak, and the API is asked with its own', async () => {
  const asked: unknown[] = []
  const call = await startBefore((request, reply) => {
    asked.push(request.headers['if-none-match'])
    const isKnown = request.headers['if-none-match'] === '"v1"'
    if (isKnown) reply.writeHead(304, { etag: '"v1"' }).end()
    else send(reply, long, { etag: '"v1"', vary: 'Origin' })
  })
  const first = await call('/api/listings', { 'accept-encoding': 'br' })
  const etag = String(first.headers.etag)
  const again = await call('/api/listings', { 'accept-encoding': 'br', 'if-none-match': etag })

  expect([etag, first.headers.vary]).toEqual(['W/"v1"', 'Origin, accept-encoding'])
  expect([again.status, again.body.length]).toEqual([304, 0])
  expect(asked).toEqual([undefined, '"v1"'])
})

test('an event is there at once, whatever the page takes', async () => {
  const { port } = await start()
  const stream = await open(port, {
    path: '/api/events',
    headers: { 'accept-encoding': 'br, gzip' },
  })
  ends.unshift(() => stream.destroy())
  const [first] = (await Promise.race([stream.take(1).toArray(), sleep(2000)])) as Buffer[]

  expect(String(first)).toBe(': still here\n\n')
  expect(stream.headers['content-encoding']).toBeUndefined()
})

test('an answer that breaks off is not taken for a whole one', async () => {
  const call = await startBefore((_, reply) => {
    reply.writeHead(200, { 'content-type': 'application/json', 'content-length': 100_000 })
    reply.write(long)
    setTimeout(() => reply.destroy(), 50)
  })
  await expect(call('/api/domains', { 'accept-encoding': 'br' })).rejects.toThrow()
})

test('the API hears of a visitor who leaves', async () => {
  let hasLeft = false
  const api = createServer((_, reply) => {
    reply.writeHead(200, { 'content-type': 'application/json', 'content-length': 100_000 })
    reply.write(long)
    reply.once('close', () => (hasLeft = true))
  })
  await new Promise<void>((done) => {
    api.listen(0, '127.0.0.1', done)
  })
  const { port: apiPort } = api.address() as AddressInfo
  const { port } = await start({ apiOrigin: new URL(`http://127.0.0.1:${apiPort}`) })
  ends.push(
    () => api.closeAllConnections(),
    () => api.close(),
  )
  const reply = await open(port, { path: '/api/domains', headers: { 'accept-encoding': 'br' } })
  reply.on('error', () => {}).destroy()

  await expect.poll(() => hasLeft).toBe(true)
})
