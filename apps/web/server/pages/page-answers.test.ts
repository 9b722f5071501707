// @vitest-environment node
import { expect, test } from 'vitest'
import { lines, sendRaw } from '../../../../tools/smuggling/corpus.ts'
import { get, startWithPages } from './testing.ts'

test('a page that was there has its line in the log, with its pattern and the id of the visitor', async () => {
  const said: string[] = []
  const logStream = { write: (line: string) => said.push(line) }
  const { port } = await startWithPages(undefined, { logLevel: 'info', logStream })
  const answers = [await get(port, '/domains'), await get(port, '/domains')]
  const seen = () =>
    said.map((line) => JSON.parse(line) as object).filter((line) => 'reqId' in line)

  await expect.poll(seen).toHaveLength(2)
  expect(seen()).toMatchObject(
    answers.map(({ headers }) => ({
      reqId: headers['x-request-id'],
      method: 'GET',
      route: '/domains/:page?',
      status: 200,
      ms: expect.any(Number),
      bytes: expect.any(Number),
      msg: 'request',
    })),
  )
})

test('a request with a body is refused, however well the page is known', async () => {
  const { port } = await startWithPages()
  await get(port, '/help')
  const odd = ['content-length', 'transfer-encoding'].map((name) =>
    sendRaw(
      port,
      lines(
        'GET /help HTTP/1.1',
        'Host: x',
        `${name}: ${name === 'content-length' ? '5' : 'chunked'}`,
      ),
    ),
  )
  for (const said of await Promise.all(odd)) expect(said).toMatch(/^HTTP\/1\.1 400 /)
})

test('a server that leaves sends the page and keeps no connection', async () => {
  const leaving = new AbortController()
  const { port } = await startWithPages(undefined, { leaving: leaving.signal })
  const before = await get(port, '/help', { connection: 'keep-alive' })
  leaving.abort()
  const after = await get(port, '/help', { connection: 'keep-alive' })

  expect([before.headers.connection, after.headers.connection]).toEqual(['keep-alive', 'close'])
  expect(after.status).toBe(200)
})
