import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { until } from '../../../test/given/given-payments.ts'
import { startPooler } from '../../../test/pooler.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { startHub } from '../live/hub.ts'
import { inTransaction, openDatabase, type Database } from './database.ts'
import { requireTimeouts } from './own-role.ts'

const app = useTestApp()
const login = `pooled_${randomUUID().slice(0, 8)}`
let pooler: Awaited<ReturnType<typeof startPooler>>
let db: Database

beforeAll(async () => {
  const { owner, url, log } = app.database
  await owner.pool.query(`create role ${login} login in role pier_api`)
  pooler = await startPooler(url, login)
  db = openDatabase({ url: pooler.url, role: undefined, poolMax: 10, log, isPooled: true })
})
afterAll(async () => {
  await db.destroy()
  await pooler.stop()
  await app.database.owner.pool.query(`drop role ${login}`)
})

/** PgBouncer keeps connections open, whose settings are those of when they were opened. */
async function setForLogin(setting: string) {
  const { pool } = app.database.owner
  await pool.query(`alter role ${login} set ${setting}`)
  await pool.query('select pg_terminate_backend(pid) from pg_stat_activity where usename = $1', [
    login,
  ])
}

test('a login without time-outs of its own is refused, with the command that gives them', async () => {
  await expect(requireTimeouts(db)).rejects.toThrow(
    `alter role ${login} set statement_timeout = '30s'`,
  )

  await setForLogin(`statement_timeout = '30s'`)
  await setForLogin(`idle_in_transaction_session_timeout = '30s'`)

  await until(() =>
    requireTimeouts(db).then(
      () => true,
      () => false,
    ),
  )
})

test('transactions share the few connections of a pooler', async () => {
  const who = await Promise.all(
    Array.from({ length: 60 }, () =>
      inTransaction(db, async (tx) => {
        const { rows } = await sql<{ name: string }>`select session_user as name`.execute(tx)
        return rows[0]?.name
      }),
    ),
  )

  expect(new Set(who)).toEqual(new Set([login]))
})

test('past the pooler, an event wakes the node at once', async () => {
  const { owner, url } = app.database
  const direct = new URL(url)
  direct.username = login
  const { email } = await app.given.verifiedUser()
  const { rows } = await owner.pool.query<{ id: string }>('select id from users where email = $1', [
    email,
  ])
  const userId = rows[0]?.id ?? ''
  const hub = startHub(db, { url: direct.href, role: undefined })
  const heard: number[] = []
  hub.subscribe(userId, () => heard.push(performance.now()))
  await until(async () => (await listeners()) === 1)

  for (let round = 1; round <= 3; round++) {
    const startedAt = performance.now()
    await owner.pool.query(
      `insert into live_events (user_id, type, data, created_at)
       values ($1, 'domains', '{}', app_now())`,
      [userId],
    )
    await until(async () => heard.length === round)
    // Without LISTEN it would be two seconds in one round or another.
    expect((heard.at(-1) ?? 0) - startedAt).toBeLessThan(1000)
  }
  await hub.stop()
})

async function listeners(): Promise<number> {
  const { rows } = await app.database.owner.pool.query(
    `select from pg_stat_activity where usename = $1 and query like 'listen %'`,
    [login],
  )
  return rows.length
}
