// @vitest-environment node
import { createServer, request as httpRequest, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test, vi } from 'vitest'
import { createApiProxy } from './api-proxy.ts'

/** What arrives at the API when a visitor sends these headers through the proxy. */
async function pass(headers: Record<string, string>): Promise<IncomingHttpHeaders> {
  let seen: IncomingHttpHeaders = {}
  const api = createServer((incoming, reply) => {
    seen = incoming.headers
    reply.end('{}')
  })
  await new Promise<void>((resolve) => api.listen(0, '127.0.0.1', resolve))
  const origin = new URL(`http://127.0.0.1:${(api.address() as AddressInfo).port}`)
  const proxy = createApiProxy(origin)
  const web = createServer((incoming, reply) => {
    incoming.headers['x-forwarded-for'] = '203.0.113.7'
    proxy(incoming, reply)
  })
  await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve))

  await new Promise<void>((resolve, reject) => {
    const { port } = web.address() as AddressInfo
    const outgoing = httpRequest({ port, host: '127.0.0.1', path: '/api/x', headers }, (answer) => {
      answer.resume().on('end', resolve)
    })
    outgoing.on('error', reject).end()
  })
  web.close()
  api.closeAllConnections()
  api.close()
  return seen
}

test('a visitor cannot take away what we say about where they come from', async () => {
  const seen = await pass({
    connection: 'x-forwarded-for, cookie, x-own',
    cookie: 'a=b',
    'x-own': '1',
  })

  expect(seen['x-forwarded-for']).toBe('203.0.113.7')
  expect(seen.cookie).toBe('a=b')
  expect(seen['x-own']).toBeUndefined()
})

test('the token and the cookie travel on', async () => {
  const seen = await pass({ 'x-access-token': 'abc', cookie: '__Host-bind=abc' })

  expect(seen).toMatchObject({ 'x-access-token': 'abc', cookie: '__Host-bind=abc' })
})

test('where the API gives no answer, the reader and the log get the same reference', async () => {
  const log = vi.spyOn(console, 'error').mockReturnValue()
  const proxy = createApiProxy(new URL('http://127.0.0.1:1')) // Nobody listens there.
  const web = createServer((incoming, reply) => {
    incoming.headers['x-request-id'] = 'reference-1'
    proxy(incoming, reply)
  })
  await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve))

  const reply = await fetch(`http://127.0.0.1:${(web.address() as AddressInfo).port}/api/x`)
  web.close()

  expect(reply.status).toBe(502)
  expect(reply.headers.get('x-request-id')).toBe('reference-1')
  expect(log).toHaveBeenCalledWith(expect.objectContaining({ requestId: 'reference-1' }))
})
