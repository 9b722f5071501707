import { PgBoss } from 'pg-boss'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { useTestDatabase } from '../../../test/test-database.ts'
import { inTransaction, openDatabase, runForeignSql, type Database } from '../db/database.ts'
import { attachQueue, enqueue } from './queue.ts'

const database = useTestDatabase()
let worker: Database
beforeAll(() => {
  const { url, log } = database
  worker = openDatabase({ url, role: 'pier_worker', poolMax: 3, log })
})
afterAll(() => worker.destroy())

const command = `insert into pgboss.bam (name, version, table_name, command)
  values ('x', 1, 'job', 'grant delete on public.operators to pier_api')`
const table = `update pgboss.queue set table_name = 'job; select 1'`
const queue = `insert into pgboss.queue (name, table_name, policy, retry_limit, retry_delay,
  retry_backoff, expire_seconds, retention_seconds, deletion_seconds, partition, warning_queued)
  values ('mine', 'job; select 1', 'standard', 1, 1, false, 1, 1, 1, false, 1)`

test.each([
  ['leave a command for whoever owns the tables to run at the next deploy', command],
  ['put words of its own into the statements of the worker', table],
  ['make a queue whose table is such words', queue],
  ['have the next deploy do its steps anew', 'update pgboss.version set version = 1'],
  ['have a job run by the clock', `update pgboss.schedule set cron = '* * * * *'`],
])('no process of ours may %s', async (_case, statement) => {
  for (const { pool } of [database.db, worker]) {
    await expect(pool.query(statement)).rejects.toThrow(/permission denied|plain_names/)
  }
})

test('the API puts jobs in, and changes none', async () => {
  const boss = await attachQueue(database.db)
  await inTransaction(database.db, (tx) => enqueue(tx, 'platform.clean-up', {}))
  await boss.stop({ graceful: false, close: false })

  for (const statement of [`update pgboss.job set data = '{}'`, 'delete from pgboss.job']) {
    await expect(database.db.pool.query(statement)).rejects.toThrow('permission denied')
  }
})

test('what the worker has is enough to look after its queues', async () => {
  const errors: unknown[] = []
  const boss = new PgBoss({
    db: { executeSql: (text, values) => runForeignSql(worker, text, values) },
    migrate: false,
    createSchema: false,
    supervise: false,
    cronWorkerIntervalSeconds: 1,
    cronMonitorIntervalSeconds: 1,
  })
  boss.on('error', (error) => errors.push(error))
  await database.owner.pool.query(`update pgboss.schedule set cron = '* * * * *'`)
  await boss.start()
  await boss.supervise()
  const ranByTheClock = async () => {
    const ran = 'select from pgboss.schedule where last_job_id is not null'
    return (await database.owner.pool.query(ran)).rows.length
  }
  await expect.poll(ranByTheClock, { timeout: 20_000 }).toBeGreaterThan(0)
  await boss.stop({ graceful: false, close: false })

  expect(errors).toEqual([])
})
