import { afterAll, expect, test } from 'vitest'
import { inTransaction } from '../../platform/db/database.ts'
import type { App } from '../../platform/http/app.ts'
import { readEvents } from '../../../test/event-reader.ts'
import { bodiesOf, notifyUser } from '../../../test/given/given-notices.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { fastestMsOf } from '../../../test/measure.ts'
import { listMissed } from '../../platform/live/hub.ts'
import { notify } from './notifications.service.ts'

const product = useTestApp()
const { given } = product
const closers: (() => unknown)[] = []
afterAll(async () => {
  for (const close of closers) await close()
})

async function userWithId() {
  const user = await given.user()
  const { id } = (await user.browser.get('/users/self')).json<{ id: string }>()
  return { ...user, id }
}
type Someone = Awaited<ReturnType<typeof userWithId>>

async function listen(app: App, { browser }: Someone, lastEventId?: string) {
  if (!app.server.listening) await app.listen({ port: 0, host: '127.0.0.1' })
  const address = app.server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const headers = {
    'x-access-token': browser.token ?? '',
    cookie: `__Host-bind=${browser.cookie}`,
    'x-forwarded-for': browser.address,
    ...(lastEventId && { 'last-event-id': lastEventId }),
  }
  const stream = await readEvents(`http://127.0.0.1:${port}/api/events`, headers)
  closers.push(stream.stop)
  await expect.poll(() => stream.events[0]?.event).toBe('ready')
  return stream
}

const tell = (userId: string, body: string) => notifyUser(product.db, userId, body)
test('a notification reaches a tab on another node within a second', async () => {
  const user = await userWithId()
  const otherNode = await product.anotherNode()
  const stream = await listen(otherNode, user)

  const said: string[] = []
  const ms = await fastestMsOf(async () => {
    said.push(`Across ${said.length}`)
    await tell(user.id, said.at(-1) ?? '')
    await expect.poll(() => bodiesOf(stream.events), { interval: 10 }).toEqual(said)
  })

  expect(ms).toBeLessThan(1000)
})

test('a tab that comes back is told what it missed, once, in order', async () => {
  const user = await userWithId()
  const first = await listen(product.app, user)
  await tell(user.id, 'One')
  await expect.poll(() => bodiesOf(first.events)).toEqual(['One'])
  first.stop()
  const lastId = first.events.at(-1)?.id
  for (const body of ['Two', 'Three', 'Four']) await tell(user.id, body)

  const second = await listen(product.app, user, lastId)

  await expect.poll(() => bodiesOf(second.events)).toEqual(['Two', 'Three', 'Four'])
})

test('a tab that missed more than can be told reads everything again', async () => {
  const user = await userWithId()
  const first = await listen(product.app, user)
  first.stop()
  await product.database.owner.pool.query(
    `insert into live_events (user_id, type, data, created_at)
     select $1, 'domains', '{}', app_now() from generate_series(1, 1000)`,
    [user.id],
  )
  const placed = async () =>
    (await listMissed(product.db, { userId: user.id, after: 0n })).rows.length
  await expect.poll(placed).toBe(1000)

  const second = await listen(product.app, user, first.events[0]?.id)

  await expect.poll(() => second.events.map(({ event }) => event)).toContain('reset')
})

test('the stream tells a notification in the very form of the list', async () => {
  const user = await userWithId()
  const stream = await listen(product.app, user)

  await tell(user.id, 'Same')
  await expect.poll(() => bodiesOf(stream.events)).toEqual(['Same'])

  const listed = (await user.browser.get('/notifications')).json<{ notifications: object[] }>()
  expect(stream.events.at(-1)?.data).toEqual({
    type: 'notification',
    notification: listed.notifications[0],
  })
})

test('one person never hears what is meant for another', async () => {
  const user = await userWithId()
  const stranger = await userWithId()
  const stream = await listen(product.app, stranger)

  await tell(user.id, 'Private')
  await tell(stranger.id, 'Mine')

  await expect.poll(() => bodiesOf(stream.events)).toEqual(['Mine'])
})

test('of a hundred written at once, each is told exactly once', async () => {
  const user = await userWithId()
  const streams = [await listen(product.app, user), await listen(product.app, user)]
  const all = Array.from({ length: 100 }, (_, number) => `Number ${number}`)

  await Promise.all(all.map((body) => tell(user.id, body)))

  for (const stream of streams) {
    await expect.poll(() => bodiesOf(stream.events).length).toBeGreaterThanOrEqual(100)
    expect(bodiesOf(stream.events).toSorted()).toEqual(all.toSorted())
  }
})

test('what rolls back is never told', async () => {
  const user = await userWithId()
  const stream = await listen(product.app, user)

  await inTransaction(product.db, async (tx) => {
    await notify(tx, { userId: user.id, kind: 'loans', body: 'Never', link: '/app' })
    throw new Error('changed our mind')
  }).catch(() => {})
  await tell(user.id, 'After')

  await expect.poll(() => bodiesOf(stream.events)).toEqual(['After'])
})

test('a stream needs a login, and one person has ten at most', async () => {
  const user = await userWithId()
  for (let count = 0; count < 10; count++) await listen(product.app, user)

  const eleventh = await user.browser.get('/events')
  const stranger = await product.browser().get('/events')

  expect(eleventh.statusCode).toBe(429)
  expect(stranger.statusCode).toBe(401)
})

test('lost database connections lose no event', async () => {
  const user = await userWithId()
  const stream = await listen(product.app, user)

  await product.database.owner.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid()`,
  )
  await expect
    .poll(() =>
      tell(user.id, 'Survived').then(
        () => true,
        () => false,
      ),
    )
    .toBe(true)

  await expect.poll(() => bodiesOf(stream.events)).toEqual(['Survived'])
})
