// @vitest-environment node
import { request as ask } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { wholePage } from '../../src/whole-page.ts'
import { ends, start } from '../testing.ts'
import { type Answer, get, noncesOf, startWithPages } from './testing.ts'

test('each answer has a nonce of its own, in its header and in all of its elements', async () => {
  const { port, rendered } = await startWithPages()
  const answers = []
  for (let visit = 0; visit < 20; visit++)
    answers.push(await get(port, '/', visit % 2 ? { 'accept-encoding': 'gzip, br' } : {}))

  for (const answer of answers) {
    expect(new Set(noncesOf(answer)).size).toBe(1)
    expect(noncesOf(answer)).toHaveLength(4)
    expect(answer.text).toContain(`content="${String(answer.headers['x-request-id'])}"`)
    expect(Number(answer.headers['content-length'])).toBe(answer.bytes)
  }
  expect(new Set(answers.map((answer) => noncesOf(answer)[0])).size).toBe(20)
  expect(new Set(answers.map(({ headers }) => headers['x-request-id'])).size).toBe(20)
  expect(rendered()).toHaveLength(1)
})

test('but for these two an answer is the page as it was rendered, with its headers', async () => {
  const { port } = await startWithPages()
  const [first, next] = [await get(port, '/'), await get(port, '/')]
  const bare = (answer: Answer) =>
    JSON.stringify([answer.headers, answer.text])
      .replaceAll(noncesOf(answer)[0] ?? '', 'nonce')
      .replaceAll(String(answer.headers['x-request-id']), 'id')

  expect(next.headers).toMatchObject({ 'cache-control': 'no-store', vary: 'accept-encoding' })
  expect(bare(next).replace(/"date":"[^"]+"/, '')).toBe(bare(first).replace(/"date":"[^"]+"/, ''))
})

test('two who ask at once wait for one rendering', async () => {
  const { port, rendered } = await startWithPages(() => ({ waitMs: 50 }))
  const answers = await Promise.all([1, 2, 3].map(() => get(port, '/help')))

  expect(rendered()).toHaveLength(1)
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(new Set(answers.map((answer) => noncesOf(answer)[0])).size).toBe(3)
})

test('one who leaves while it is rendered takes it from nobody else', async () => {
  const { port, rendered } = await startWithPages(() => ({ waitMs: 100 }))
  const leaving = ask({ host: '127.0.0.1', port, path: '/help', agent: false })
  leaving.on('error', () => {}).end()
  await sleep(50)
  leaving.destroy()

  expect((await get(port, '/help')).status).toBe(200)
  expect(rendered()).toHaveLength(1)
})

test('HEAD has the headers of the page, and no body', async () => {
  const { port, rendered } = await startWithPages()
  const page = await get(port, '/help')
  const head = await get(port, '/help', {}, 'HEAD')

  expect([head.status, head.bytes]).toEqual([200, 0])
  expect(head.headers['content-length']).toBe(page.headers['content-length'])
  expect(noncesOf(head)[0]).not.toBe(noncesOf(page)[0])
  expect(rendered()).toHaveLength(1)
})

test.each([
  ['a status of 500, as where it failed midway', { status: 500 }],
  ['a status of 404', { status: 404 }],
  ['a cookie', { headers: { 'set-cookie': 'a=b' } }],
  ['another language for others', { headers: { vary: 'accept-encoding, accept-language' } }],
])('a page with %s is for one visitor alone', async (_, page) => {
  const { port, rendered } = await startWithPages(() => page)
  const first = await get(port, '/help')
  await get(port, '/help')

  expect(first.status).toBe('status' in page ? page.status : 200)
  expect(rendered()).toHaveLength(2)
})

test('the refusal of one is not the answer of those who waited with them', async () => {
  const { port } = await startWithPages(() => ({ status: 503, waitMs: 50 }))
  const answers = await Promise.all([1, 2, 3].map(() => get(port, '/help')))

  // Of the two who waited, one tries for both. After that nobody waits for others any more.
  expect(answers.filter(({ status }) => status === 503)).toHaveLength(2)
  expect(answers.filter(({ text }) => text === 'alone')).toHaveLength(1)
})

test('those who waited for a refusal get the page that one of them gets', async () => {
  let isFirst = true
  const { port, rendered } = await startWithPages(() => {
    const status = isFirst ? 503 : 200
    if (rendered().length > 0) isFirst = false
    return { status, waitMs: 50 }
  })
  const answers = await Promise.all(Array.from({ length: 10 }, () => get(port, '/help')))

  expect(answers.filter(({ status }) => status === 503)).toHaveLength(1)
  expect(answers.filter(({ text }) => text === 'alone')).toEqual([])
  expect(rendered()).toHaveLength(2)
})

test('where rendering throws, each gets a page of their own, and the fault is noted', async () => {
  const noted = vi.spyOn(console, 'error').mockReturnValue()
  ends.push(() => noted.mockRestore())
  const { port } = await startWithPages(() => Promise.reject(new Error('gone')))
  const { text, headers } = await get(port, '/help')

  expect(text).toBe('alone')
  expect(noted.mock.calls).toMatchObject([[{ requestId: headers['x-request-id'] }]])
})

test.each([
  ['a cookie', '/help', { cookie: 'pier=1' }],
  ['a login', '/help', { authorization: 'Bearer x' }],
  ['a token', '/help', { 'x-access-token': 'x' }],
  ['a search', '/help?q=x', {}],
  ['a secret in its path', '/sign/x7', {}],
  ['a page of the app', '/app', {}],
])('whoever asks with %s gets a page of their own', async (_, path, headers) => {
  const { port, made } = await startWithPages()
  await get(port, '/help')
  made.length = 0

  expect((await get(port, path, headers)).text).toBe('alone')
  expect(made).toEqual([])
})

test('nothing that a visitor sends shapes the page of the others', async () => {
  const { port, made } = await startWithPages()
  await get(port, '/help', {
    host: 'evil.example',
    'accept-language': 'xx',
    'user-agent': 'x',
    'x-forwarded-host': 'evil.example',
    'x-anything': 'x',
  })

  for (const { url, headers } of made) {
    expect(url).toMatch(/^http:\/\/pier\.example\/help(?:\.data)?$/)
    expect([...headers.keys()].filter((name) => name !== wholePage).toSorted()).toEqual([
      'x-forwarded-for',
      'x-forwarded-proto',
      'x-request-id',
    ])
  }
})

test('no visitor asks for the whole page themselves', async () => {
  const { origin } = await start({
    renderPage: ({ headers }, reply) => reply.end(JSON.stringify(headers)),
  })
  const reply = await fetch(`${origin}/help`, { headers: { [wholePage]: '1' } })
  expect(await reply.json()).not.toHaveProperty(wholePage)
})

test('a page that was not there takes one call, and its facts are read when it is looked at again', async () => {
  const { port, made, rendered } = await startWithPages()
  await get(port, '/help')
  expect(made).toHaveLength(1)

  await renew(port)
  await expect.poll(() => made.length).toBe(3)
  expect(rendered()).toHaveLength(2)
})

test('after half a second its facts are read again, and it is rendered only if they changed', async () => {
  let text = 'before'
  const { port, made, rendered } = await startWithPages(() => ({ text }))
  await get(port, '/help')
  await renew(port)
  await expect.poll(() => made.length).toBe(3)
  await renew(port)
  await expect.poll(() => made.length).toBe(4)
  expect(rendered()).toHaveLength(2)

  text = 'after'
  await sleep(600)
  expect((await get(port, '/help')).text).toContain('before') // While the newer one is made.
  await expect.poll(async () => (await get(port, '/help')).text).toContain('after')
  expect(rendered()).toHaveLength(3)
})

test('a listing of a tenth of a second ago is looked at before it is shown again', async () => {
  let text = 'before'
  const { port } = await startWithPages(() => ({ text }))
  await get(port, '/domains')
  text = 'after'
  await sleep(150)

  expect((await get(port, '/domains')).text).toContain('after')
})

test('a refusal in the background leaves the page as it is, until it is too old', async () => {
  let status = 200
  const { port } = await startWithPages(() => ({ status }))
  await get(port, '/help')
  status = 503
  await sleep(600)
  expect((await get(port, '/help')).status).toBe(200)
  await sleep(1600)
  expect((await get(port, '/help')).text).toBe('alone')
})

test('the moment at which facts were read is no change', async () => {
  const { port, made, rendered } = await startWithPages(() => ({ text: `read ${Date.now()}` }))
  await get(port, '/help')
  await renew(port)
  await expect.poll(() => made.length).toBe(3)
  await renew(port)
  await expect.poll(() => made.length).toBe(4)
  await sleep(50)
  expect(rendered()).toHaveLength(2)
})

test('an API that is slow to refuse makes nobody wait for one more try', async () => {
  const { port, rendered } = await startWithPages(() => ({ status: 503, waitMs: 1200 }))
  const startedAt = performance.now()
  const answers = await Promise.all([1, 2, 3].map(() => get(port, '/help')))

  expect(performance.now() - startedAt).toBeLessThan(2000)
  expect(answers.map(({ text }) => text).filter((text) => text === 'alone')).toHaveLength(2)
  expect(rendered()).toHaveLength(1)
})

/** It is old enough to be looked at, and somebody asks. */
async function renew(port: number) {
  await sleep(600)
  await get(port, '/help')
}
