import { sql } from 'kysely'
import { PgBoss } from 'pg-boss'
import { runForeignSql, type Database } from '../db/database.ts'
import { jobCatalogue } from './job-catalogue.ts'
import { schedule } from './schedule.ts'

export const deadLetterQueue = 'dead'
const yearsOfSeconds = 10 * 365 * 86_400

/**
 * Everything pg-boss needs in the database, made by the owner at deploy time: its tables, a queue
 * for every job and the schedules. Processes then start with `migrate: false`.
 */
export async function createQueues(db: Database): Promise<void> {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => runForeignSql(db, text, values) },
    supervise: false,
    schedule: false,
  })
  boss.on('error', () => {}) // What goes wrong here is thrown by the call that asked for it.
  await boss.start()
  try {
    await createQueue(boss, deadLetterQueue, { retryLimit: 1000, retryDelay: 60 })
    for (const [name, { isExclusive: _ours, ...options }] of Object.entries(jobCatalogue)) {
      await createQueue(boss, name, { ...options, deadLetter: deadLetterQueue })
    }
    for (const { job, cron } of schedule) await boss.schedule(job, cron, {}, { tz: 'UTC' })
  } finally {
    await boss.stop({ graceful: false, close: false })
  }
  await grantQueues(db)
}

async function createQueue(boss: PgBoss, name: string, options: object) {
  const settings = {
    retryBackoff: true,
    retryDelayMax: 3600,
    heartbeatSeconds: 15,
    // pg-boss deletes jobs that nobody ran in time; ours wait for as long as it takes.
    retentionSeconds: yearsOfSeconds,
    deleteAfterSeconds: 3600,
    ...options,
  }
  if (await boss.getQueue(name)) await boss.updateQueue(name, settings)
  else await boss.createQueue(name, settings)
}

async function grantQueues(db: Database) {
  await sql`
    grant usage on schema pgboss to pier_api, pier_worker;
    grant select, insert, update, delete on all tables in schema pgboss to pier_api, pier_worker;
    grant execute on all functions in schema pgboss to pier_api, pier_worker;
  `.execute(db)
}
