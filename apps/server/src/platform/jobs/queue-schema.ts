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
  boss.on('error', () => {}) // Errors here are thrown by the call that caused them.
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

/**
 * pg-boss runs what is in its tables: the name of a queue's table becomes part of every statement
 * of the worker, and the commands of `bam` run at the next deploy, as the owner. So the API may
 * only insert jobs, and the worker, whose library creates one queue of its own, may only give it a
 * plain name in the common table.
 */
async function grantQueues(db: Database) {
  await sql`
    revoke all on all tables in schema pgboss from pier_api, pier_worker;
    grant usage on schema pgboss to pier_api, pier_worker;
    grant select on all tables in schema pgboss to pier_worker;
    grant select on pgboss.version, pgboss.queue to pier_api;
    grant select, insert on pgboss.job, pgboss.job_common to pier_api;
    grant insert, update, delete on pgboss.job, pgboss.job_common, pgboss.job_dependency,
      pgboss.warning, pgboss.queue_stats to pier_worker;
    grant insert on pgboss.queue to pier_worker;
    grant update (kind, last_job_id) on pgboss.schedule to pier_worker;
    grant execute on all functions in schema pgboss to pier_api, pier_worker;
    grant update (cron_on, flow_on, reindex_on, monitor_backoff_on) on pgboss.version to pier_worker;
    grant update (deferred_count, queued_count, ready_count, active_count, failed_count, total_count,
      created_delta, completed_delta, failed_delta, delta_on, delta_seconds, ready_history,
      singletons_active, monitor_claim_on, monitor_on, maintain_on) on pgboss.queue to pier_worker;
    alter table pgboss.queue drop constraint if exists plain_names;
    alter table pgboss.queue add constraint plain_names
      check (table_name = 'job_common' and name ~ '^[a-z_.-]+$');
  `.execute(db)
}
