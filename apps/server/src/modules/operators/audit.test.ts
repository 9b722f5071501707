import { expect, test } from 'vitest'
import { inTransaction, openDatabase } from '../../platform/db/database.ts'
import { givenOperators } from '../../../test/given/given-operators.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { invariant } from '../../platform/app-error.ts'
import { openCheckpointKeys } from '../loans/integrity/checkpoints.service.ts'
import { hashAudit, listAuditAfter } from './audit/audit.repository.ts'
import { checkpointAudit } from './audit/audit-checkpoints.service.ts'
import { checkAudit } from './audit/audit.service.ts'

const app = useTestApp()
const given = givenOperators(app)

/** Runs the check as the verifier program does, with its read-only role. */
async function check() {
  const { url, log } = app.database
  const db = openDatabase({ url, role: 'pier_verifier', poolMax: 2, log })
  const report = await checkAudit(db, app.config.chain.publicKeys)
  await db.destroy()
  return report
}

async function checkpoint() {
  const { url, log } = app.database
  const db = openDatabase({ url, role: 'pier_worker', poolMax: 2, log })
  const clients = openCheckpointKeys(app.config)
  const sending = Object.assign(db, { sendJobs: app.db.sendJobs })
  await inTransaction(sending, (tx) => checkpointAudit(tx, clients))
  await db.destroy()
}

/** Changes rows as only the table owner could, with triggers disabled. */
async function tamper(text: string) {
  const client = await app.database.owner.pool.connect()
  await client.query(`set session_replication_role = replica`)
  await client.query(text)
  await client.query(`set session_replication_role = origin`)
  client.release()
}

test('the audit log is whole, and a line changed or cut off is found', async () => {
  expect(await check()).toEqual({ count: 0, seals: 0, faults: [] })
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
    `Line ${count} of the audit log differs from its checkpoint`,
  ])
  await tamper(`insert into audit_log select * from kept`)
  expect((await check()).faults).toEqual([])
  await tamper(`update audit_log set reason = 'Nothing happened' where seq = ${count - 1}`)
  expect((await check()).faults).toEqual([
    `Line ${count - 1} of the audit log does not match its hash`,
  ])
})

test('what was sealed cannot be written anew, not even with its hashes', async () => {
  await given.operator('admin') // Joins and logs in, which is audited.
  await checkpoint()
  await checkpoint() // Nothing to sign: the log has not grown.
  const before = await check()
  expect(before).toMatchObject({ seals: 1 })

  await tamper(`
    create table forged as select * from audit_log where seq = ${before.count};
    delete from audit_log where seq = ${before.count};
    update audit_head set (seq, hash) = (select seq, hash from audit_log order by seq desc limit 1)`)

  expect((await check()).faults).toContain(
    `Line ${before.count} of the audit log differs from its checkpoint`,
  )
  await tamper(`
    update audit_head set (seq, hash) = (select seq, hash from forged);
    insert into audit_log select * from forged`)
  expect((await check()).faults).toEqual(before.faults)

  const [line] = await listAuditAfter(app.db, before.count - 1, 1)
  invariant(line, 'it is there again')
  const { operator: _name, hash: _old, prevHash, ...said } = line
  const hash = hashAudit({ ...said, reason: 'Nothing happened' }, prevHash).toString('hex')
  await tamper(`
    update audit_log set reason = 'Nothing happened', hash = decode('${hash}', 'hex')
      where seq = ${before.count};
    update audit_head set hash = decode('${hash}', 'hex')`)
  expect((await check()).faults).toEqual([
    ...before.faults,
    `Line ${before.count} of the audit log differs from its checkpoint`,
  ])

  await tamper(`
    update audit_seals set sealed_at = sealed_at - interval '1 day'`)
  expect((await check()).faults).toContain(
    `The checkpoint at line ${before.count} of the audit log is not signed with our key`,
  )
})
