import { afterAll, expect, test } from 'vitest'
import { readEvents } from '../../../test/event-reader.ts'
import { givenLoans } from '../../../test/given/given-loans.ts'
import { bodiesOf, notifyUser } from '../../../test/given/given-notices.ts'
import { useTestApp } from '../../../test/test-app.ts'

const app = useTestApp()
const given = givenLoans(app)
const closers: (() => void)[] = []
afterAll(() => {
  for (const close of closers) close()
})

type Browser = ReturnType<typeof app.browser>
const newest = { page: 1, limit: 100 }

const bodyOf = async (reply: ReturnType<Browser['get']>): Promise<unknown> => {
  const { statusCode, body } = await reply
  expect(statusCode, body).toBe(200)
  return JSON.parse(body)
}

/** What the single calls say that stand around every page. */
const readFrame = async (browser: Browser) => ({
  self: await bodyOf(browser.get('/users/self')),
  notifications: await bodyOf(browser.get('/notifications')),
  announcement: await bodyOf(browser.get('/announcement')),
  received: await bodyOf(browser.get('/offers/my-offers?page=1&limit=100')),
  sent: await bodyOf(browser.get('/offers/sent-offers?page=1&limit=100')),
  borrowed: await bodyOf(browser.post('/escrow/borrower', newest)),
  lent: await bodyOf(browser.post('/escrow/lender', newest)),
})

test('the frame and the dashboard are what their single calls say', async () => {
  const { borrower } = await given.running()
  const { browser } = borrower
  const frame = await readFrame(browser)

  expect(await bodyOf(browser.get('/app'))).toEqual(frame)
  expect(await bodyOf(browser.get('/app/dashboard'))).toEqual({
    ...frame,
    first_steps: await bodyOf(browser.get('/users/first-steps')),
    domains: await bodyOf(browser.get('/domains?page=1&limit=100&filter=all')),
    transactions: await bodyOf(browser.get('/transactions?page=1&limit=5')),
  })
})

/** Jobs write letters meanwhile, so it is read until nothing changed between. */
async function readStill<T>(read: () => Promise<T>, between: () => Promise<unknown>) {
  for (;;) {
    const before = JSON.stringify(await read())
    const answer = await between()
    const after = await read()
    if (JSON.stringify(after) === before) return { single: after, together: answer }
  }
}

test.each(['borrower', 'lender'] as const)('the page of a loan is that of its %s', async (side) => {
  const loan = await given.running()
  const { browser } = loan[side]
  const one = `/escrow/${loan.id}`
  const readSingle = async () => ({
    ...(await readFrame(browser)),
    loan: await bodyOf(browser.get(one)),
    events: await bodyOf(browser.get(`${one}/events?page=1&limit=500`)),
    messages: await bodyOf(browser.get(`${one}/messages`)),
    files: await bodyOf(browser.get(`${one}/files`)),
    nameservers: await bodyOf(browser.get(`${one}/nameservers`)),
    name: await bodyOf(browser.get(`${one}/name`)),
  })

  const read = await readStill(readSingle, () => bodyOf(browser.get(`/app/loans/${loan.id}`)))

  expect(read.together).toEqual(read.single)
})

test('the page of a loan of others is not there', async () => {
  const { id } = await given.running()
  const stranger = await app.given.verifiedUser()

  const reply = await stranger.browser.get(`/app/loans/${id}`)

  expect(reply.statusCode).toBe(404)
  expect(reply.json()).toMatchObject({ code: 'escrow_not_found' })
})

test('a stream that begins where a page was read tells all that came since, and nothing before', async () => {
  const { browser } = await app.given.verifiedUser()
  const { id } = (await browser.get('/users/self')).json<{ id: string }>()
  await app.app.listen({ port: 0, host: '127.0.0.1' })
  const address = app.app.server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const headers = {
    'x-access-token': browser.token ?? '',
    cookie: `__Host-bind=${browser.cookie}`,
    'x-forwarded-for': browser.address,
  }
  const open = async (from: string) => {
    const url = `http://127.0.0.1:${port}/api/events`
    const stream = await readEvents(url, { ...headers, 'last-event-id': from })
    closers.push(stream.stop)
    return stream
  }
  const positionOf = async () => String((await browser.get('/app')).headers['x-live-position'])
  await notifyUser(app.db, id, 'Before')
  const first = await open('0')
  await expect.poll(() => bodiesOf(first.events)).toEqual(['Before'])
  await expect.poll(positionOf).toBe(first.events.at(-1)?.id)
  const position = await positionOf()
  await notifyUser(app.db, id, 'Since')

  const stream = await open(position)

  await expect.poll(() => bodiesOf(stream.events)).toEqual(['Since'])
  expect(stream.events[0]).toEqual({ id: position, event: 'ready', data: {} })
})

test('how far the events are is told to nobody who is not logged in', async () => {
  const stranger = app.browser()
  const reply = await stranger.get('/app')

  expect(reply.statusCode).toBe(401)
  expect(reply.headers['x-live-position']).toBeUndefined()
})
