import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { expect, test } from 'vitest'
import { useEmptyDatabases } from '../../../test/empty-database.ts'
import type { Database } from './database.ts'
import { migrate } from './migrate.ts'
import { readSteps } from './steps.ts'

const emptyDatabase = useEmptyDatabases()
const later = readSteps()
  .map(({ name }) => name)
  .filter((name) => name !== '0001_baseline')

/** Our migrations and one more from a test. */
function stepsWith(text: string) {
  const folder = mkdtempSync(join(tmpdir(), 'pier-steps-'))
  writeFileSync(join(folder, '9001_of_a_test.sql'), text)
  return [...readSteps(), ...readSteps(folder)]
}

async function namesIn(db: Database): Promise<string[]> {
  const { rows } = await db.pool.query<{ name: string }>(
    'select name from kysely_migration order by name',
  )
  return rows.map(({ name }) => name)
}

/** As before the baseline: the same tables, recorded under the names of other migrations. */
async function grownDatabase(...names: string[]) {
  const { db } = await emptyDatabase()
  await migrate(db, { steps: readSteps().slice(0, 1) })
  await db.pool.query('delete from kysely_migration')
  for (const name of names) {
    await db.pool.query('insert into kysely_migration values ($1, $2)', [name, '2026-11-01T00:00Z'])
  }
  return db
}

test('a database that took every step before the baseline goes on from there', async () => {
  const db = await grownDatabase('0001_platform', '0029_guards', '0030_closer_guards')

  expect(await migrate(db)).toEqual(later)

  expect(await namesIn(db)).toEqual(['0001_baseline', ...later])
  expect(await migrate(db)).toEqual([])
})

test('a database that stopped before the baseline is refused, and stays as it was', async () => {
  const db = await grownDatabase('0001_platform', '0029_guards')

  await expect(migrate(db)).rejects.toThrow(
    /stands at 0029_guards, before the baseline\. Run the deploy step of the last release/,
  )

  expect(await namesIn(db)).toEqual(['0001_platform', '0029_guards'])
})

test('two who deploy at once take each step once', async () => {
  const { db } = await emptyDatabase()

  const applied = await Promise.all([migrate(db), migrate(db)])

  expect(applied.flat()).toEqual(['0001_baseline', ...later])
})

test('a step that meets a lock lets readers pass, and gets through when the lock is gone', async () => {
  const { db, url } = await emptyDatabase()
  await migrate(db)
  const [holder, reader] = [new pg.Client(url), new pg.Client(url)]
  await Promise.all([holder.connect(), reader.connect()])
  await holder.query('begin; select * from settings')
  const steps = stepsWith('-- lock_timeout: 300ms\nalter table settings add column mood text;')
  let isOver = false

  const migrating = migrate(db, { steps, pauseMs: 1_000 }).finally(() => {
    isOver = true
  })
  const waits: number[] = []
  const holdsUntil = performance.now() + 1_500
  const wasInTheWay = () => waits.some((ms) => ms > 100)
  while (!wasInTheWay() || performance.now() < holdsUntil) {
    const startedAt = performance.now()
    await reader.query('select * from settings')
    waits.push(performance.now() - startedAt)
    await sleep(10)
  }
  const wasOver = isOver
  await holder.query('commit')

  expect(await migrating).toEqual(['9001_of_a_test'])
  expect(wasOver).toBe(false)
  expect(Math.max(...waits), '300 ms, on a machine that may be busy').toBeLessThan(1_500)
  await Promise.all([holder.end(), reader.end()])
})

test('a lock that is never let go ends the deploy, and the step is not half done', async () => {
  const { db, url } = await emptyDatabase()
  await migrate(db)
  const holder = new pg.Client(url)
  await holder.connect()
  await holder.query('begin; select * from settings')
  const steps = stepsWith(`-- lock_timeout: 20ms
create table half_done (id int);
alter table settings add column mood text;`)

  await expect(migrate(db, { steps, pauseMs: 10 })).rejects.toThrow(/lock timeout/)

  await holder.end()
  const { rows } = await db.pool.query(`select to_regclass('half_done') as half`)
  expect(rows).toEqual([{ half: null }])
  expect(await namesIn(db)).not.toContain('9001_of_a_test')
})

test('a step that works for too long is stopped, unless it says how long it needs', async () => {
  const { db } = await emptyDatabase()
  const limited = (limit: string) =>
    stepsWith(`-- Why it is slow.\n-- statement_timeout: ${limit}\nselect pg_sleep(0.5);`)

  await expect(migrate(db, { steps: limited('100ms') })).rejects.toThrow(/statement timeout/)

  expect(await migrate(db, { steps: limited('1min') })).toEqual(['9001_of_a_test'])
})

test('a step can do without a transaction, to make an index while everybody writes', async () => {
  const { db } = await emptyDatabase()
  const steps = stepsWith(`-- no transaction
drop index concurrently if exists settings_by_time;
create index concurrently settings_by_time on settings (set_at);
`)

  expect(await migrate(db, { steps })).toContain('9001_of_a_test')

  const { rows } = await db.pool.query(
    `select indisvalid as valid from pg_index where indexrelid = 'settings_by_time'::regclass`,
  )
  expect(rows).toEqual([{ valid: true }])
})

test('a step has five seconds for a lock and fifteen for a statement, if it does not copy a table', () => {
  const usual = { lockTimeout: '5s', statementTimeout: '15s', isInTransaction: true }
  const short = { ...usual, lockTimeout: '500ms' }
  const longer = {
    '0014_live_events_by_day': { ...short, statementTimeout: '2min' },
    '0015_mails_by_month': { ...short, statementTimeout: '2min' },
    '0016_notices_of_reader': { ...short, statementTimeout: '5min' },
    '0017_events_of_loan': { ...short, statementTimeout: '5min' },
    '0018_messages_of_loan': { ...short, statementTimeout: '5min' },
  }
  const wanted = new Map<string, typeof usual>(Object.entries(longer))

  expect(readSteps().map((step) => ({ ...step, ...(wanted.get(step.name) ?? usual) }))).toEqual(
    readSteps(),
  )
})
