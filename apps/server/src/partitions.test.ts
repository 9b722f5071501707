/**
 * Rows that go with time lie in partitions, by day or by month, which a job makes ahead and drops. What
 * stays for ever is spread over sixteen, and guarded in each of them.
 */
import { randomUUID } from 'node:crypto'
import { dayMs } from '@pier/protocol/time'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { givenLoans } from '../test/given/given-loans.ts'
import { useTestApp } from '../test/test-app.ts'
import { notify } from './modules/notifications/notifications.service.ts'
import { inTransaction, openDatabase, type Database } from './platform/db/database.ts'
import { keepPartitions } from './platform/db/partitions.ts'
import { enqueue } from './platform/jobs/queue.ts'
import { listMissed } from './platform/live/hub.ts'

const app = useTestApp()
const given = givenLoans(app)

/** With the rights of the worker, whose job it is. */
let worker: Database
beforeAll(() => {
  worker = openDatabase({
    url: app.database.url,
    role: 'pier_worker',
    poolMax: 6,
    log: app.database.log,
  })
})
afterAll(() => worker.destroy())

const keep = () => keepPartitions({ db: worker, log: app.database.log })

const query = async <T extends object>(text: string, values: unknown[] = []): Promise<T[]> =>
  (await app.database.owner.pool.query<T>(text, values)).rows

async function someone() {
  const user = await app.given.user()
  const { id } = (await user.browser.get('/users/self')).json<{ id: string }>()
  return { ...user, id }
}

/** In the app, live and by mail. */
const tell = (userId: string, body: string) => {
  const mail = { subject: body, heading: body, paragraphs: ['Yes.'] }
  const notice = { userId, kind: 'payments', body, link: '/app/borrow', mail } as const
  return inTransaction(app.db, (tx) => notify(tx, notice))
}

const placesOf = async (table: 'mails' | 'live_events', userId: string): Promise<string[]> => {
  const rows = await query<{ place: string }>(
    `select distinct tableoid::regclass::text as place from ${table}
     where user_id = $1 and created_at > app_now() - interval '1 hour'`,
    [userId],
  )
  return rows.map(({ place }) => place)
}

/** Days and months as the partitions are named, so many days from now. */
const dayOf = (ahead = 0) => {
  const day = new Date(app.database.now() + ahead * dayMs).toISOString().slice(0, 10)
  return `live_events_${day.replaceAll('-', '_')}`
}
const monthOf = (ahead = 0) => {
  const now = new Date(app.database.now())
  const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + ahead))
  return `mails_${month.toISOString().slice(0, 7).replace('-', '_')}`
}

async function areThere(...names: string[]): Promise<boolean[]> {
  const rows = await query<{ is: boolean }>(
    'select to_regclass(name) is not null as is from unnest($1::text[]) as name',
    [names],
  )
  return rows.map(({ is }) => is)
}

const sweep = async () => {
  await inTransaction(app.db, (tx) => enqueue(tx, 'notifications.clean-up', {}))
  const waiting = `select 1 from pgboss.job where name = 'notifications.clean-up'
    and state <> 'completed'`
  await expect.poll(async () => (await query(waiting)).length).toBe(0)
}

test('what is written in a month that has no partition yet is stored, sent and found, and gets one', async () => {
  await app.database.moveClock(200 * dayMs)
  const mara = await someone()
  await tell(mara.id, 'Long ahead')
  await app.mailTo(mara.email, 'Long ahead')

  expect(await placesOf('mails', mara.id)).toEqual(['mails_default'])
  expect(await placesOf('live_events', mara.id)).toEqual(['live_events_default'])
  const missed = async () => (await listMissed(app.db, { userId: mara.id, after: 0n })).rows.length
  await expect.poll(missed).toBeGreaterThan(0)
  const before = await missed()

  await keep()

  expect(await areThere(dayOf(), dayOf(1), dayOf(2), dayOf(3), dayOf(4))).toEqual([
    ...Array.from({ length: 4 }, () => true),
    false,
  ])
  expect(await areThere(monthOf(), monthOf(1), monthOf(2), monthOf(3))).toEqual([
    ...Array.from({ length: 3 }, () => true),
    false,
  ])
  expect(await placesOf('mails', mara.id)).toEqual([monthOf()])
  expect(await placesOf('live_events', mara.id)).toEqual([dayOf()])
  expect(await missed()).toBe(before)
  await tell(mara.id, 'Once more')
  await app.mailTo(mara.email, 'Once more')
  await expect.poll(missed).toBe(before + 1)
  expect(await placesOf('mails', mara.id)).toEqual([monthOf()])
})

test('PostgreSQL is told what lies in the tables over partitions, by which it plans joins', async () => {
  await keep()

  const rows = await query<{ name: string }>(
    'select distinct tablename as name from pg_stats where inherited order by 1',
  )
  expect(rows.map(({ name }) => name)).toEqual(expect.arrayContaining(['live_events', 'mails']))
})

test('a day goes after its week and a month after ninety days, and what nobody has read stays', async () => {
  await keep()
  const mara = await someone()
  await tell(mara.id, 'Nobody reads this')
  await app.mailTo(mara.email, 'Nobody reads this')
  await query(
    `insert into mail_reports (mail_id, kind, detail, created_at)
     select id, 'hard_bounce', 'gone', created_at from mails where user_id = $1 limit 1`,
    [mara.id],
  )
  const [day, month] = [dayOf(), monthOf()]
  const reports = () => query('select 1 from mail_reports')

  await app.database.moveClock(7 * dayMs)
  await keep()
  expect(await areThere(day, month)).toEqual([true, true])
  await app.database.moveClock(dayMs)
  await keep()
  expect(await areThere(day, month)).toEqual([false, true])

  await app.database.moveClock(81 * dayMs)
  await keep()
  expect(await areThere(month)).toEqual([true])
  await app.database.moveClock(32 * dayMs)
  await keep()
  expect(await areThere(month)).toEqual([false])
  expect(await reports()).toHaveLength(1)
  await sweep()
  expect(await reports()).toEqual([])
  expect(
    await query('select body from notifications where user_id = $1 and body like $2', [
      mara.id,
      'Nobody%',
    ]),
  ).toHaveLength(1)
})

test('a month with a mail that still waits is kept until the mail is settled', async () => {
  await keep()
  const month = monthOf()
  const id = randomUUID()
  await query(
    `insert into mails (id, to_address, kind, page, created_at)
     values ($1, 'someone@mail.example', 'operator', '{}', app_now())`,
    [id],
  )
  await app.database.moveClock(130 * dayMs)

  await keep()
  expect(await areThere(month)).toEqual([true])

  await query(`update mails set status = 'refused', settled_at = app_now() where id = $1`, [id])
  await keep()
  expect(await areThere(month)).toEqual([false])
})

test('what lies in no partition of its time is swept when it is old', async () => {
  await app.database.moveClock(300 * dayMs)
  const mara = await someone()
  await tell(mara.id, 'By the way')
  await app.mailTo(mara.email, 'By the way')
  await expect
    .poll(() => query(`select 1 from mails where user_id = $1 and status = 'waiting'`, [mara.id]))
    .toEqual([])
  const left = async () => [
    (await query('select 1 from mails where user_id = $1', [mara.id])).length > 0,
    (await query('select 1 from live_events where user_id = $1', [mara.id])).length > 0,
  ]

  await app.database.moveClock(10 * dayMs)
  await sweep()
  expect(await left()).toEqual([true, false])
  await app.database.moveClock(115 * dayMs)
  await sweep()
  expect(await left()).toEqual([false, false])
})

test('several workers at once make each partition once, while people are told of things', async () => {
  await app.database.moveClock(100 * dayMs)
  const mara = await someone()
  const bodies = Array.from({ length: 60 }, (_, number) => `Number ${number}`)
  await tell(mara.id, 'Before')
  const counts = async () => {
    const [row] = await query<{ mails: number; events: number }>(
      `select (select count(*)::int from mails where user_id = $1 and kind = 'payments') as mails,
         (select count(*)::int from live_events where user_id = $1
           and type = 'notification') as events`,
      [mara.id],
    )
    return row
  }

  const telling = bodies.map((body) => tell(mara.id, body))
  await Promise.all([...telling, keep(), keep(), keep(), keep()])
  await keep() // What found a lock has another turn.

  expect(await counts()).toEqual({ mails: 61, events: 61 })
  expect(await areThere(dayOf(), dayOf(3), monthOf(), monthOf(2))).toEqual([true, true, true, true])
  expect(await placesOf('live_events', mara.id)).toEqual([dayOf()])
})

test('a run that meets a lock does not wait for it, and the next one makes up for it', async () => {
  await app.database.moveClock(100 * dayMs)
  const holder = new pg.Client(app.database.url)
  await holder.connect()
  await holder.query('begin')
  await holder.query('select from mails_default')

  const startedAt = performance.now()
  await keep()
  const waitedMs = performance.now() - startedAt
  const meanwhile = await areThere(dayOf(), monthOf())
  await holder.end()
  await keep()

  expect(waitedMs).toBeLessThan(5000)
  expect(meanwhile).toEqual([true, false])
  expect(await areThere(dayOf(), monthOf())).toEqual([true, true])
})

test('the worker makes and drops partitions by the job alone', async () => {
  const attempts = [
    'create table mails_2090_01 partition of mails for values from (now()) to (now())',
    'drop table mails_default',
    `select make_partitions('users', 'day', 3)`,
    `select drop_partitions('mails', '0 days', 'false')`,
    'delete from mails_default',
  ]
  for (const attempt of attempts) {
    await expect(worker.pool.query(attempt), attempt).rejects.toThrow(
      /permission denied|must be owner/,
    )
  }
})

test('each partition of a loan’s chain and chat is guarded as the whole is', async () => {
  const loan = await given.running()
  await loan.as('BORROWER').post('message', { message: 'Thank you' })
  for (const table of ['escrow_events', 'escrow_messages']) {
    const partitions = await query<{ name: string; rows: number }>(
      `select c.relname as name, (xpath('/row/n/text()', query_to_xml(
         format('select count(*) as n from %I', c.relname), false, true, '')))[1]::text::int as rows
       from pg_inherits as i join pg_class as c on c.oid = i.inhrelid
       where i.inhparent = $1::regclass order by 1`,
      [table],
    )
    expect(partitions).toHaveLength(16)
    const kept = /are never changed/
    for (const { name, rows } of partitions) {
      await expect(query(`truncate ${name} cascade`), name).rejects.toThrow(kept)
      if (rows === 0) continue
      await expect(query(`delete from ${name}`), name).rejects.toThrow(kept)
      await expect(query(`update ${name} set escrow_id = escrow_id`), name).rejects.toThrow(kept)
    }
    expect(partitions.some(({ rows }) => rows > 0)).toBe(true)
    await expect(query(`truncate ${table} cascade`)).rejects.toThrow(kept)
  }
})

test('neither a place nor a version of a loan’s chain is taken twice', async () => {
  const loan = await given.running()
  const again = (seq: string) =>
    app.db.pool.query(
      `insert into escrow_events (escrow_id, seq, version, at, action, actor, to_status, to_phase, data,
         prev_hash, hash)
       select escrow_id, ${seq}, version, at, action, actor, to_status, to_phase, data, prev_hash, hash
       from escrow_events where escrow_id = $1 and version = 1`,
      [loan.id],
    )

  await expect(again('seq')).rejects.toThrow(/escrow_events_\d\d_pkey/)
  await expect(again('seq + 1000')).rejects.toThrow(/escrow_events_\d\d_escrow_id_version_idx/)
})
