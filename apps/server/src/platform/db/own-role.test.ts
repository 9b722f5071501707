import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { useTestDatabase } from '../../../test/test-database.ts'
import { openDatabase } from './database.ts'
import { refusePowerfulLogin } from './own-role.ts'

const database = useTestDatabase()

/** A login with these rights, which it has for this test only. */
async function asLogin(grants: string[]): Promise<string> {
  const name = `login_${randomUUID().slice(0, 8)}`
  const url = new URL(database.url)
  const { pool } = database.owner
  await pool.query(`create role ${name} login`)
  for (const grant of grants) await pool.query(grant.replace('$', name))
  url.username = name
  const db = openDatabase({ url: url.href, role: undefined, poolMax: 1, log: database.log })
  try {
    return await refusePowerfulLogin(db, 'pier_api').then(
      () => 'starts',
      (error: unknown) => String(error),
    )
  } finally {
    await db.destroy()
    await pool.query(`drop role ${name}`)
  }
}

test('in production the API starts with a login that has its own role and no other', async () => {
  const own = 'grant pier_api to $'

  expect(await asLogin([own])).toBe('starts')
  expect(await asLogin([])).toContain('no member of pier_api')
  expect(await asLogin([own, 'grant pier_worker to $'])).toContain('not of pier_worker')
  expect(await asLogin([own, 'grant pg_write_all_data to $'])).toContain('not of pg_write_all_data')
  expect(await asLogin([own, 'alter role $ createrole'])).toContain('not as a superuser')
  expect(await asLogin([own, 'alter role $ superuser'])).toContain('not as a superuser')
})
