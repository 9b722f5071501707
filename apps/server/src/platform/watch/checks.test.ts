import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { useTestDatabase } from '../../../test/test-database.ts'
import { watched } from '../../../test/watch/watched.ts'
import { createMetrics } from '../metrics.ts'
import { prepareChecks, startChecks, type Check } from './checks.ts'

const database = useTestDatabase()
const run = (text: string) => database.owner.pool.query(text)

const countOf = (table: string, everySeconds = 0): Check => ({
  what: table,
  everySeconds,
  gauges: { [`pier_${table}`]: { help: 'Rows' } },
  read: async (db) => {
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from ${sql.table(table)}`.execute(db)
    return { [`pier_${table}`]: rows[0]?.n ?? -1 }
  },
})

function start(checks: Check[]) {
  const metrics = createMetrics()
  const { owner: db, log } = database
  const running = startChecks({ db, log, metrics, checks, tickMs: 10 })
  onTestFinished(() => running.stop())
  return async () => watched(await metrics.registry.metrics())
}

test('what the database holds is shown without anybody telling, and when it was asked', async () => {
  await run('create table boats (name text)')
  const show = start([countOf('boats')])
  await expect.poll(show).toMatchObject({ pier_boats: 0 })
  const before = Date.now() / 1000

  await run(`insert into boats values ('Ada'), ('Noor')`)

  await expect.poll(show).toMatchObject({ pier_boats: 2 })
  const shown = await show()
  expect(shown['pier_checked_at_seconds{what="boats"}']).toBeGreaterThan(before - 1)
})

test('a check without an answer keeps its value and its old time, and leaves the others alone', async () => {
  await run('create table sails (name text); create table ropes (name text)')
  const show = start([countOf('sails'), countOf('ropes')])
  await expect.poll(show).toMatchObject({ pier_sails: 0, pier_ropes: 0 })

  await run('alter table sails rename to sails_away')
  await run(`insert into ropes values ('long')`)
  await expect.poll(show).toMatchObject({ pier_ropes: 1 })
  const since = await show()
  const isLater = async () => {
    const now = await show()
    const ofRopes = 'pier_checked_at_seconds{what="ropes"}'
    return Number(now[ofRopes]) > Number(since[ofRopes]) + 0.2
  }
  await expect.poll(isLater).toBe(true)

  const now = await show()
  expect(now.pier_sails).toBe(0)
  const ofSails = 'pier_checked_at_seconds{what="sails"}'
  expect(now[ofSails]).toBe(since[ofSails])
  await run('alter table sails_away rename to sails')
  await expect.poll(async () => (await show())[ofSails]).toBeGreaterThan(Number(since[ofSails]))
})

test('a check that never had an answer has the time 0 and no value', async () => {
  const metrics = createMetrics()
  prepareChecks(metrics, [countOf('nowhere')])
  const atFirst = watched(await metrics.registry.metrics())
  expect(atFirst['pier_checked_at_seconds{what="nowhere"}']).toBe(0)
  expect(atFirst).not.toHaveProperty('pier_nowhere')

  await run('create table decks (name text)')
  const show = start([countOf('nowhere'), countOf('decks')])

  await expect.poll(show).toMatchObject({ pier_decks: 0 })
  const shown = await show()
  expect(shown['pier_checked_at_seconds{what="nowhere"}']).toBe(0)
  expect(shown).not.toHaveProperty('pier_nowhere')
})

test('each is asked as often as it says', async () => {
  await run('create table tides (name text); create table moons (name text)')
  const asked = { tides: 0, moons: 0 }
  const counting = (name: keyof typeof asked, everySeconds: number): Check => ({
    ...countOf(name, everySeconds),
    read: (db) => {
      asked[name]++
      return countOf(name).read(db)
    },
  })
  start([counting('tides', 0), counting('moons', 3600)])

  await expect.poll(() => asked.tides).toBeGreaterThan(5)

  expect(asked.moons).toBe(1)
})

test('what is gone from the answer is shown no more', async () => {
  await run(`create table crews (ship text); insert into crews values ('Ada'), ('Noor'), ('Noor')`)
  const byShip: Check = {
    what: 'crews',
    everySeconds: 0,
    gauges: { pier_crew: { help: 'People', label: 'ship' } },
    read: async (db) => {
      const { rows } = await sql<{ ship: string; n: number }>`
        select ship, count(*)::int as n from crews group by ship`.execute(db)
      return { pier_crew: Object.fromEntries(rows.map(({ ship, n }) => [ship, n])) }
    },
  }
  const show = start([byShip])
  await expect.poll(show).toMatchObject({ 'pier_crew{ship="Ada"}': 1, 'pier_crew{ship="Noor"}': 2 })

  await run(`delete from crews where ship = 'Ada'`)

  await expect.poll(async () => (await show())['pier_crew{ship="Ada"}']).toBeUndefined()
  expect(await show()).toMatchObject({ 'pier_crew{ship="Noor"}': 2 })
})
