import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { useTestDatabase } from '../../../test/test-database.ts'
import { inTransaction } from './database.ts'
import { createBell } from './wake.ts'

const database = useTestDatabase()
const heard: string[] = []
let client: pg.Client

beforeAll(async () => {
  client = new pg.Client(database.url)
  await client.connect()
  client.on('notification', ({ channel }) => heard.push(channel))
  await client.query('listen pier_events')
})
afterAll(() => client.end())

test('a transaction wakes once it has committed, and nobody when nothing was saved', async () => {
  heard.length = 0

  await inTransaction(database.db, async (tx) => {
    tx.wake(['pier_events'])
    throw new Error('changed our mind')
  }).catch(() => {})
  await inTransaction(database.db, async () => {})
  await sleep(200)
  const before = heard.length
  await inTransaction(database.db, async (tx) => tx.wake(['pier_events']))

  await expect.poll(() => heard).toEqual(['pier_events'])
  expect(before).toBe(0)
})

test('many commits of a moment are a few wake-ups, and the last one is after the last commit', async () => {
  heard.length = 0

  for (let count = 0; count < 40; count++) database.db.wake(['pier_events'])
  await sleep(300)
  expect(heard).toEqual(['pier_events', 'pier_events'])
})

test('a bell that rang before is heard by the next who waits, once', async () => {
  const bell = createBell()
  const { signal } = new AbortController()

  bell.ring()
  const first = await timeOf(bell.wait(1000, signal))
  const second = await timeOf(bell.wait(100, signal))

  expect(first).toBeLessThan(500)
  expect(second).toBeGreaterThan(90)
})

test('a bell wakes who waits, and so does the signal to end', async () => {
  const bell = createBell()
  const ending = new AbortController()
  setTimeout(bell.ring, 20)
  const woken = await timeOf(bell.wait(5000, ending.signal))
  setTimeout(() => ending.abort(), 20)
  const ended = await timeOf(bell.wait(5000, ending.signal))

  expect(Math.max(woken, ended)).toBeLessThan(2500)
})

async function timeOf(waiting: Promise<void>): Promise<number> {
  const startedAt = performance.now()
  await waiting
  return performance.now() - startedAt
}
