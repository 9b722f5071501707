// @vitest-environment node
import { expect, test } from 'vitest'
import { start } from './testing.ts'
import type { WebSettings } from './web.ts'

/** The web server at its most verbose, and the lines it logged. */
async function startLogged(settings: Partial<WebSettings> = {}) {
  const said: string[] = []
  const logStream = { write: (line: string) => said.push(line) }
  const started = await start({ logLevel: 'trace', logStream, ...settings })
  return { ...started, said }
}

/** The lines with the request id that the visitor sees. */
const linesOf = (said: string[], { headers }: Response) =>
  said
    .map((line) => JSON.parse(line) as { reqId?: string })
    .filter(({ reqId }) => reqId === headers.get('x-request-id'))

test.each(['/sign/x7-token', '/api/agreements/x7-token', '/api/operator/users?search=x7-token'])(
  'no line says who asked for %s',
  async (path) => {
    const { origin, said } = await startLogged()
    await (await fetch(origin + path)).text()
    await (await fetch(origin + path, { method: 'PROPFIND' })).text()

    expect(said.join('')).not.toContain('x7-token')
    expect(said.join('')).not.toContain('remoteAddress')
    expect(said.join('')).toContain('"process":"web"') // The lines from startup are there.
  },
)

test('where the API gives no answer, the line has the id that the reader gets, and no address', async () => {
  const { origin, said } = await startLogged({ apiOrigin: new URL('http://127.0.0.1:1') })
  const reply = await fetch(`${origin}/api/agreements/x7-token`)
  expect(reply.status).toBe(502)

  expect(linesOf(said, reply)).toMatchObject([
    { level: 40, err: { code: 'ECONNREFUSED' } },
    { level: 30, route: '/api/*', status: 502 },
  ])
  expect(said.join('')).not.toContain('x7-token')
})

test('a fault of the web itself leaves a line with the id, without the values that it holds', async () => {
  const leaving = {
    get aborted() {
      return new URL('x7 is no address').href === ''
    },
  } as AbortSignal
  const { origin, said } = await startLogged({ leaving })
  const reply = await fetch(`${origin}/domains`)
  expect(reply.status).toBe(500)

  expect(linesOf(said, reply)).toMatchObject([
    { level: 50, err: { type: 'TypeError', code: 'ERR_INVALID_URL' } },
    { level: 30, route: 'page', status: 500 },
  ])
  expect(said.join('')).not.toContain('x7')
})
