// @vitest-environment node
import type { IncomingHttpHeaders } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { corpus, countHidden, hidden, lines, sendRaw } from '../../../tools/smuggling/corpus.ts'
import { ends, start } from './testing.ts'
import type { WebSettings } from './web.ts'

test.each(Object.entries(corpus))(
  'the API never hears a request that is hidden in %s',
  async (_, { bytes, follow }) => {
    const { arrived, port, origin } = await start()
    await sendRaw(port, bytes)
    await expect.poll(() => countHidden(arrived)).toBe(follow.node)

    const next = await fetch(`${origin}/api/next`)
    expect(await next.json()).toEqual({ url: '/api/next' })
    expect(countHidden(arrived)).toBe(follow.node)
  },
)

test('a visitor who leaves in the middle of a body leaves nothing for the next', async () => {
  const { arrived, port, origin } = await start()
  const begun = lines('POST /api/a HTTP/1.1', 'Host: x', 'Content-Length: 500')
  for (let visit = 0; visit < 10; visit++) await sendRaw(port, begun + hidden, { thenClose: true })
  const answers = await Promise.all(
    Array.from({ length: 20 }, async (_, at) => (await fetch(`${origin}/api/${at}`)).json()),
  )
  expect(answers).toEqual(Array.from({ length: 20 }, (_, at) => ({ url: `/api/${at}` })))
  expect(countHidden(arrived)).toBe(0)
})

test('requests in one go are answered one by one, each with its own', async () => {
  const { port } = await start()
  const three = [1, 2, 3].map((at) => lines(`GET /api/${at} HTTP/1.1`, 'Host: x')).join('')
  const said = await sendRaw(port, three)
  expect(said.match(/\{"url":"\/api\/\d"\}/g)).toEqual(
    [1, 2, 3].map((at) => `{"url":"/api/${at}"}`),
  )
})

test('what a visitor says about where they come from is not believed', async () => {
  const { arrived, origin } = await start()
  await fetch(`${origin}/api/x`, {
    headers: {
      'x-forwarded-for': '198.51.100.9',
      'x-real-ip': '198.51.100.9',
      'x-forwarded-host': 'evil.example',
      'x-forwarded-port': '8443',
      forwarded: 'for=198.51.100.9',
      'x-request-id': 'chosen',
    },
  })
  expect(arrived[0]?.headers).toMatchObject({
    'x-forwarded-for': '127.0.0.1',
    'x-forwarded-proto': 'https',
  })
  for (const name of ['x-real-ip', 'x-forwarded-host', 'x-forwarded-port', 'forwarded'])
    expect(arrived[0]?.headers[name]).toBeUndefined()
  expect(arrived[0]?.headers['x-request-id']).not.toBe('chosen')
})

test('behind a proxy of ours the address is the one that it saw, whatever stands before', async () => {
  const { arrived, origin } = await start({ trustedProxyHops: 1 })
  await fetch(`${origin}/api/x`, { headers: { 'x-forwarded-for': '10.0.0.1, 203.0.113.7' } })
  expect(arrived[0]?.headers['x-forwarded-for']).toBe('203.0.113.7')
})

/** Renders the headers that a page passes on to the API. */
const renderHeaders: WebSettings['renderPage'] = ({ headers }, reply) =>
  reply.end(JSON.stringify(headers))

test('a page gets the address that we saw, not the forwarded headers of the visitor', async () => {
  const { origin } = await start({ renderPage: renderHeaders })
  const reply = await fetch(`${origin}/listings`, {
    headers: {
      'x-forwarded-for': '198.51.100.9',
      'x-forwarded-proto': 'http',
      'x-forwarded-host': 'evil.example',
      'x-forwarded-port': '8443',
      'x-real-ip': '198.51.100.9',
      forwarded: 'for=198.51.100.9',
      'x-request-id': 'chosen',
    },
  })
  const heard = (await reply.json()) as IncomingHttpHeaders

  expect(heard).toMatchObject({
    host: 'pier.example',
    'x-forwarded-for': '127.0.0.1',
    'x-forwarded-proto': 'https',
    'x-request-id': reply.headers.get('x-request-id'),
  })
  for (const name of ['x-real-ip', 'x-forwarded-host', 'x-forwarded-port', 'forwarded'])
    expect(heard[name]).toBeUndefined()
})

test('a page gets the address of the visitor, directly and behind our proxy', async () => {
  const direct = await start({ renderPage: renderHeaders })
  const proxied = await start({ renderPage: renderHeaders, trustedProxyHops: 1 })

  const asked = await fetch(`${direct.origin}/listings`)
  const passed = await fetch(`${proxied.origin}/listings`, {
    headers: { 'x-forwarded-for': '10.0.0.1, 203.0.113.7' },
  })

  expect(await asked.json()).toMatchObject({ 'x-forwarded-for': '127.0.0.1' })
  expect(await passed.json()).toMatchObject({ 'x-forwarded-for': '203.0.113.7' })
})

test('headers that we set survive being named in Connection; token and cookie reach the API', async () => {
  const { arrived, port } = await start()
  await sendRaw(
    port,
    lines('GET /api/x HTTP/1.1', 'Host: x', 'Connection: close, x-forwarded-for, x-request-id'),
  )
  await sendRaw(
    port,
    lines(
      'POST /api/y HTTP/1.1',
      'Host: x',
      'X-Access-Token: abc',
      'Cookie: __Host-bind=b',
      'Content-Length: 2',
    ) + '{}',
  )
  expect(arrived[0]?.headers['x-forwarded-for']).toBe('127.0.0.1')
  expect(arrived[0]?.headers['x-request-id']).toBeDefined()
  expect(arrived[1]).toMatchObject({
    body: '{}',
    headers: { 'x-access-token': 'abc', cookie: '__Host-bind=b' },
  })
})

test.each(['Expect: 100-continue', 'Upgrade: h2c', 'Keep-Alive: timeout=5'])(
  'a call that says "%s" gets its answer, and the API nothing of it',
  async (header) => {
    const { arrived, port } = await start()
    const said = await sendRaw(
      port,
      lines('POST /api/x HTTP/1.1', 'Host: x', header, 'Content-Length: 2') + '{}',
    )

    expect(said).toMatch(/^(?:HTTP\/1\.1 100 Continue\r\n\r\n)?HTTP\/1\.1 200 /)
    expect(arrived).toMatchObject([{ method: 'POST', url: '/api/x', body: '{}' }])
    const name = header.slice(0, header.indexOf(':')).toLowerCase()
    expect(arrived[0]?.headers[name]).toBeUndefined()
  },
)

test('however many tabs are open for news, the next call is answered at once', async () => {
  const { origin } = await start()
  const leave = new AbortController()
  ends.unshift(() => leave.abort())
  for (let tab = 0; tab < 150; tab++) {
    const opened = fetch(`${origin}/api/events`, { signal: leave.signal })
    if (tab % 25 === 0) await Promise.race([opened, sleep(1000)])
    else opened.catch(() => {})
  }
  await sleep(1000)

  const next = await fetch(`${origin}/api/next`, { signal: AbortSignal.timeout(5000) })

  expect(await next.json()).toEqual({ url: '/api/next' })
})

test('where the API gives no answer, the reader gets words that help and a reference', async () => {
  const { origin } = await start({ apiOrigin: new URL('http://127.0.0.1:1') })
  const reply = await fetch(`${origin}/api/x`)
  expect(reply.status).toBe(502)
  expect(await reply.json()).toMatchObject({ code: 'unavailable' })
  expect(reply.headers.get('x-request-id')).toMatch(/^[\da-f-]{36}$/)
})

test('a page sees our host', async () => {
  const { origin } = await start()
  expect(await (await fetch(`${origin}/domains`)).text()).toBe('page for pier.example')
})

test.each(['TRACE', 'OPTIONS', 'PROPFIND'])('no page is asked by %s', async (method) => {
  const { port } = await start()
  const said = await sendRaw(
    port,
    lines(`${method} /domains HTTP/1.1`, 'Host: x', 'Connection: close'),
  )
  expect(said).toMatch(/^HTTP\/1\.1 40[45] /)
})

test.each(['application/x-www-form-urlencoded', 'application/json', 'text/plain', 'x/y'])(
  'a page refuses a body of %s itself, in its own words',
  async (type) => {
    const { origin } = await start({
      renderPage: (request, reply) => reply.writeHead(405).end(`not by ${request.method}`),
    })
    const sent = { method: 'POST', body: '{', headers: { 'content-type': type } }
    const reply = await fetch(`${origin}/domains`, sent)
    expect([reply.status, await reply.text()]).toEqual([405, 'not by POST'])
  },
)
