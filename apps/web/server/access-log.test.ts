// @vitest-environment node
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { lines, sendRaw } from '../../../tools/smuggling/corpus.ts'
import { pageRoutes } from './page-routes.ts'
import { start } from './testing.ts'
import type { WebSettings } from './web.ts'

type Line = { level: number; msg: string; reqId?: string; route?: string; left?: boolean }

async function startLogged(settings: Partial<WebSettings> = {}) {
  const said: string[] = []
  const logStream = { write: (line: string) => said.push(line) }
  const started = await start({ logLevel: 'trace', logStream, ...settings })
  const lines = () => said.map((line) => JSON.parse(line) as Line)
  return { ...started, said, lines, requests: () => lines().filter(({ msg }) => msg === 'request') }
}

const signRoute = {
  root: { id: 'root', path: '' },
  frame: { id: 'frame', parentId: 'root' },
  home: { id: 'home', parentId: 'frame', index: true },
  app: { id: 'app', parentId: 'frame', path: 'app' },
  loan: { id: 'loan', parentId: 'app', path: 'escrow/:id' },
  sign: { id: 'sign', parentId: 'frame', path: 'sign/:token' },
  else: { id: 'else', parentId: 'frame', path: '*' },
}
// Of a built route only its place counts here.
const pageRouteOf = pageRoutes(signRoute as unknown as Parameters<typeof pageRoutes>[0])

test.each([
  ['/', '/'],
  ['/_root.data', '/'],
  ['/sign/x7-token', '/sign/:token'],
  ['/sign/x7-token.data', '/sign/:token'],
  ['/app/escrow/81', '/app/escrow/:id'],
  ['/mara@mail.example', '/*'],
])('the page at %s is logged as %s', (path, route) => {
  expect(pageRouteOf(path)).toBe(route)
})

test('a request is one line with its pattern, and with the id that the API and the visitor get', async () => {
  const { origin, arrived, requests } = await startLogged({ pageRouteOf })
  const call = await fetch(`${origin}/api/agreements/x7-token?search=mara@mail.example`)
  const body = await call.text()
  await (await fetch(`${origin}/sign/x7-token?email=mara@mail.example`)).text()

  await expect.poll(requests).toMatchObject([
    { level: 30, method: 'GET', route: '/api/*', status: 200, ms: expect.any(Number) },
    { level: 30, method: 'GET', route: '/sign/:token', status: 200, ms: expect.any(Number) },
  ])
  const [line] = requests()
  expect(line?.reqId).toBe(call.headers.get('x-request-id'))
  expect(line?.reqId).toBe(arrived[0]?.headers['x-request-id'])
  expect(line).toHaveProperty('bytes', expect.any(Number))
  expect((line as unknown as { bytes: number }).bytes).toBeGreaterThan(body.length)
})

test('no line holds a token, an address, a cookie or a search', async () => {
  const { origin, said, requests } = await startLogged({ pageRouteOf })
  const headers = {
    'x-access-token': 'x7-access',
    cookie: 'pier=x7-cookie',
    'user-agent': 'x7-agent',
    referer: 'https://pier.example/sign/x7-referer',
    'x-forwarded-for': '198.51.100.9',
  }
  for (const path of ['/api/x', '/sign/x7-token', '/mara@mail.example', '/a?token=x7-query'])
    await (await fetch(origin + path, { headers })).text()

  await expect.poll(() => requests().length).toBe(4)
  expect(said.join('')).not.toMatch(/x7|mara|198\.51|127\.0\.0\.1"/)
})

test('health checks have no line, nor has anything once the access log is off', async () => {
  const watched = await startLogged()
  await (await fetch(`${watched.origin}/health/ready`)).text()
  const silent = await startLogged({ hasAccessLog: false })
  await (await fetch(`${silent.origin}/api/x`)).text()
  await sleep(100)

  expect([watched.requests(), silent.requests()]).toEqual([[], []])
})

test.each(['/api/events', '/api/never', '/api/head-alone', '/slow-page'])(
  'a visitor who leaves %s is no fault: one quiet line says so',
  async (path) => {
    const renderPage: WebSettings['renderPage'] = () => {} // Still at it.
    const { origin, lines, requests } = await startLogged({ renderPage })
    const leaving = new AbortController()
    const reply = fetch(origin + path, { signal: leaving.signal }).then((answer) => answer.text())
    await sleep(100)

    leaving.abort()

    await expect(reply).rejects.toThrow()
    await expect.poll(requests).toMatchObject([{ left: true }])
    await sleep(100)
    expect(lines().filter(({ level }) => level > 30)).toEqual([])
  },
)

test('a visitor who leaves within a body is no fault either', async () => {
  const { port, lines: said, requests } = await startLogged()
  const begun = lines('POST /api/x HTTP/1.1', 'Host: x', 'Content-Length: 500')

  await sendRaw(port, `${begun}abc`, { thenClose: true })

  await expect.poll(requests).toMatchObject([{ left: true, status: 499 }])
  await sleep(100)
  expect(said().filter(({ level }) => level > 30)).toEqual([])
})

test('a visitor does not choose our trace', async () => {
  const { origin, arrived } = await startLogged()
  const headers = {
    traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`,
    tracestate: 'x=1',
    baggage: 'x=1',
  }
  await (await fetch(`${origin}/api/x`, { headers })).text()

  for (const name of Object.keys(headers)) expect(arrived[0]?.headers[name]).toBeUndefined()
})
