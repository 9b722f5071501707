import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { useTestDatabase } from '../../test/test-database.ts'
import { countTry, deleteOldCounters, limitTries } from './limits.ts'

const database = useTestDatabase()
const key = randomBytes(32)

test('exactly as many tries pass as the limit says, also when they come at once', async () => {
  const limit = { name: 'race', max: 10, perSeconds: 3600 }

  const tries = await Promise.allSettled(
    Array.from({ length: 40 }, () => limitTries(database.db, limit, 'mara', key)),
  )

  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(10)
})

test('the next window counts anew, and old counters are swept', async () => {
  const limit = { name: 'window', max: 1, perSeconds: 60 }
  await countTry(database.db, limit, 'mara', key)

  await database.moveClock(61_000)
  const count = await countTry(database.db, limit, 'mara', key)
  await database.moveClock(24 * 3_600_000)
  await deleteOldCounters(database.db)

  const { rows } = await database.owner.pool.query('select count(*)::int from limit_counters')
  expect(count).toBe(1)
  expect(rows[0].count).toBe(0)
})

test('whom a counter is about cannot be read from the table', async () => {
  await countTry(database.db, { name: 'login', max: 1, perSeconds: 60 }, 'mara@lind.example', key)

  const { rows } = await database.owner.pool.query('select subject from limit_counters')

  expect(rows.map((row) => String(row.subject)).join()).not.toContain('mara')
})
