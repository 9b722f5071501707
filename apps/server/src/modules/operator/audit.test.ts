import { expect, test } from 'vitest'
import { openDatabase } from '../../platform/db/database.ts'
import { givenOperators } from '../../testing/given-operators.ts'
import { useTestApp } from '../../testing/test-app.ts'
import { checkAudit } from './audit.service.ts'

const app = useTestApp()
const given = givenOperators(app)

/** As the program does: with the rights of whoever only looks. */
async function check() {
  const { url, log } = app.database
  const db = openDatabase({ url, role: 'pier_verifier', poolMax: 2, log })
  const report = await checkAudit(db)
  await db.destroy()
  return report
}

/** What only somebody can do who owns the tables and takes their guards away. */
async function tamper(text: string) {
  const client = await app.database.owner.pool.connect()
  await client.query(`set session_replication_role = replica`)
  await client.query(text)
  await client.query(`set session_replication_role = origin`)
  client.release()
}

test('the audit log is whole, and a line changed or cut off is found', async () => {
  expect(await check()).toEqual({ count: 0, faults: [] })
  const admin = await given.operator('admin')
  for (const version of [0, 1, 2]) {
    const value = { text: `Version ${version} of the news`, until: null }
    await admin.post('/settings/announcement', { value, version })
  }
  const { count, faults } = await check()
  expect(faults).toEqual([])
  expect(count).toBeGreaterThanOrEqual(3)

  await tamper(`create table kept as select * from audit_log where seq = ${count}`)
  await tamper(`delete from audit_log where seq = ${count}`)
  expect((await check()).faults).toEqual([
    `The audit log does not end at line ${count} as it should`,
  ])
  await tamper(`insert into audit_log select * from kept`)
  expect((await check()).faults).toEqual([])
  await tamper(`update audit_log set reason = 'Nothing happened' where seq = ${count - 1}`)
  expect((await check()).faults).toEqual([
    `Line ${count - 1} of the audit log does not carry its hash`,
  ])
})
