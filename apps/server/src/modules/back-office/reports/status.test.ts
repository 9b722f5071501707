import { hourMs, minuteMs } from '@pier/protocol/time'
import type { CallOutput } from '@pier/protocol/calls/calls'
import { beforeEach, expect, test } from 'vitest'
import { givenOperators } from '../../../../test/given/given-operators.ts'
import { useTestApp } from '../../../../test/test-app.ts'
import { createApi } from '../../../api.ts'
import { openDatabase } from '../../../platform/db/database.ts'
import { startHub } from '../../../platform/live/hub.ts'
import { createMetrics } from '../../../platform/metrics.ts'

const app = useTestApp()
type Status = CallOutput<'GET /status'>

/** A node of its own each time: one keeps its answer for ten seconds. */
async function readStatus(): Promise<Status> {
  const node = await app.anotherNode()
  const reply = await node.inject('/api/status')
  expect(reply.headers['cache-control']).toBe('public, max-age=10')
  return reply.json<Status>()
}
const run = (text: string, values: unknown[] = []) => app.database.owner.pool.query(text, values)
const partOf = ({ parts }: Status, name: string) => parts.find(({ part }) => part === name)
const setBeat = (part: string, agoMs: number) =>
  run(
    `insert into heartbeats (part, beat_at) values ($1, now() - $2 * interval '1 ms')
     on conflict (part) do update set beat_at = excluded.beat_at`,
    [part, agoMs],
  )

beforeEach(async () => {
  await run('delete from clock_stops')
  await run('delete from mails')
  for (const part of ['api', 'worker', 'registrar']) await setBeat(part, 1000)
})

test('when every part is heard of and nothing waits, everything works', async () => {
  const status = await readStatus()

  expect(status.parts.map(({ part, state, since }) => [part, state, since])).toEqual([
    ['reading', 'well', null],
    ['saving', 'well', null],
    ['mails', 'well', null],
    ['registrar', 'well', null],
    ['payments', 'well', null],
  ])
  expect(status).toMatchObject({ stops: [], sealed_at: null, compared: null })
})

test('a mail that waits is no fault, and one that waits for long is late', async () => {
  const insert = (agoMs: number) =>
    run(
      `insert into mails (kind, to_address, created_at)
       values ('x', 'mara@mail.example', app_now() - $1 * interval '1 ms')`,
      [agoMs],
    )
  await insert(minuteMs)
  expect(partOf(await readStatus(), 'mails')).toMatchObject({ state: 'well', waiting: 1 })

  await insert(20 * minuteMs)

  const mails = partOf(await readStatus(), 'mails')
  expect(mails).toMatchObject({ state: 'late', waiting: 2 })
  const agoMs = app.database.now() - Date.parse(mails?.since ?? '')
  expect(Math.abs(agoMs - 20 * minuteMs)).toBeLessThan(minuteMs)
})

test('a report of a payment that is not read is late, until it is read or an operator settles it', async () => {
  await givenOperators(app).operator('finance')
  await run(`insert into payment_events (provider, event_key, type, received_at)
    values ('card', 'odd', 'charge.odd', app_now() - interval '20 min')`)
  expect(partOf(await readStatus(), 'payments')).toMatchObject({ state: 'late', waiting: 1 })

  await run(`update payment_events set resolved_at = app_now(), resolution = 'Paid by hand',
    resolved_by = (select id from operators limit 1)`)

  expect(partOf(await readStatus(), 'payments')).toMatchObject({ state: 'well', waiting: 0 })
})

test('without a worker neither mails nor payments go on, since it was last heard of', async () => {
  await setBeat('worker', 10 * minuteMs)

  const status = await readStatus()

  for (const name of ['mails', 'payments']) {
    const part = partOf(status, name)
    expect(part?.state).toBe('away')
    const agoMs = Date.parse(status.as_of) - Date.parse(part?.since ?? '')
    expect(Math.abs(agoMs - 10 * minuteMs)).toBeLessThan(minuteMs)
  }
  expect(partOf(status, 'registrar')?.state).toBe('well')
})

test('a registrar that does not answer is away, and so is saving where nothing was saved', async () => {
  await setBeat('registrar', 20 * minuteMs)
  await setBeat('api', 10 * minuteMs)
  const status = await readStatus()
  expect(partOf(status, 'registrar')?.state).toBe('well') // In quiet times it is rarely asked.

  await setBeat('registrar', 30 * minuteMs)

  expect(partOf(await readStatus(), 'registrar')?.state).toBe('away')
  expect(partOf(status, 'saving')?.state).toBe('away')
  expect(partOf(status, 'reading')?.state).toBe('well')
})

test('a stop of all clocks is told, with the reason of an outage and no word of an operator', async () => {
  await givenOperators(app).operator('admin')
  await run(`insert into clock_stops (part, reason, began_at, noticed_at, over_at)
    values ('api', 'Pier could not be reached', app_now() - interval '2 h', app_now(), app_now())`)
  await run(`insert into clock_stops (suffix, reason, began_at, stopped_by)
    select 'com', 'A word of mouth about Mara', app_now(), id from operators limit 1`)

  const { stops } = await readStatus()

  expect(stops).toMatchObject([
    { scope: 'all', tld: null, reason: 'Pier could not be reached', is_over: true },
    { scope: 'tld', tld: 'com', reason: null, is_over: false },
  ])
  const agoMs = app.database.now() - Date.parse(stops[0]?.since ?? '')
  expect(Math.abs(agoMs - 2 * hourMs)).toBeLessThan(minuteMs)
  expect(JSON.stringify(stops)).not.toContain('Mara')
})

test('while the database is away it is refused, and nobody keeps that answer', async () => {
  const { config } = app
  const { log } = app.database
  const nobody = { ...config.database, url: 'postgres://nobody@127.0.0.1:9/none' }
  const db = openDatabase({ ...nobody, log })
  const live = startHub(db, nobody)
  const node = await createApi({ db, config, live, log, metrics: createMetrics() })

  const reply = await node.inject('/api/status')

  expect(reply.statusCode).toBe(503)
  expect(reply.headers['cache-control']).toBe('no-store')
  await node.close()
  await live.stop()
  await db.destroy()
})
