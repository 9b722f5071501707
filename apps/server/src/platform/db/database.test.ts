import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { useTestDatabase } from '../../../test/test-database.ts'
import { inSnapshot, inTransaction, openDatabase, writeAtEnd, type Outbox } from './database.ts'

const database = useTestDatabase()

test('the table types are those of the migrations', () => {
  const file = join(mkdtempSync(join(tmpdir(), 'pier-types-')), 'db-types.ts')
  const generator = join(import.meta.dirname, '../../generate-db-types.ts')

  execFileSync(process.execPath, [generator, file])

  expect(readFileSync(file, 'utf8')).toBe(
    readFileSync(join(import.meta.dirname, 'db-types.ts'), 'utf8'),
  )
})

test('one transaction has one moment, and it is that of the moved clock', async () => {
  await database.moveClock(5 * 86_400_000)

  const now = await inTransaction(database.db, async (tx) => tx.now)

  expect(Math.abs(now.getTime() - database.now())).toBeLessThan(5_000)
})

test.each([
  ['move the clock', 'update clock_offset set ahead_seconds = 1'],
  ['change the security log', `update security_events set kind = 'x'`],
  ['empty the security log', 'truncate security_events'],
  ['delete a user', 'delete from users'],
  ['make a table', 'create table mine (id int)'],
])('the API may not %s', async (_case, statement) => {
  await expect(database.db.pool.query(statement)).rejects.toThrow(/permission denied/)
})

const written: string[][] = []
const wishes: Outbox<string> = {
  turn: 1,
  async write(tx, items) {
    await tx.selectFrom('users').select('id').forUpdate().execute()
    written.push(items)
  },
}

test('what a transaction collects is written once at its end, and not where it fails', async () => {
  await inTransaction(database.db, async (tx) => {
    await writeAtEnd(tx, wishes, 'one')
    await writeAtEnd(tx, wishes, 'two')
    expect(written).toEqual([])
  })
  const failing = inTransaction(database.db, async (tx) => {
    await writeAtEnd(tx, wishes, 'three')
    throw new Error('changed our mind')
  })

  await expect(failing).rejects.toThrow('changed our mind')
  expect(written).toEqual([['one', 'two']])
})

test('what a snapshot collects is refused, and not forgotten', async () => {
  const asked = inSnapshot(database.db, (snapshot) => writeAtEnd(snapshot, wishes, 'lost'))

  await expect(asked).rejects.toThrow('read-only')
})

test('not even the owner changes a line of the security log', async () => {
  await expect(database.owner.pool.query(`update security_events set kind = 'x'`)).rejects.toThrow(
    'never changed',
  )
  await expect(database.owner.pool.query('truncate security_events')).rejects.toThrow(
    'never changed',
  )
})

test('whoever reads everything is not cut off by the time-outs of its login', async () => {
  const name = `slow_${randomUUID().replaceAll('-', '')}`
  const { url, log, owner } = database
  await owner.pool.query(`create role ${name} login in role pier_verifier`)
  await owner.pool.query(`alter role ${name} set statement_timeout = '30s'`)
  await owner.pool.query(`alter role ${name} set idle_in_transaction_session_timeout = '30s'`)
  const login = Object.assign(new URL(url), { username: name }).href
  const db = openDatabase({ url: login, role: 'pier_verifier', poolMax: 1, log, isEndless: true })

  const { rows } = await db.pool.query(
    `select current_user, current_setting('statement_timeout') as statement,
       current_setting('idle_in_transaction_session_timeout') as idle`,
  )

  expect(rows).toEqual([{ current_user: 'pier_verifier', statement: '0', idle: '0' }])
  await db.destroy()
  await owner.pool.query(`drop role ${name}`)
})
