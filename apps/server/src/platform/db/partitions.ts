/**
 * Keeps the partitions of tables whose rows go with time: mails by month, live events by day. The
 * functions stand in the database, because only its owner may make and drop tables.
 */
import { sql } from 'kysely'
import { DatabaseError } from 'pg'
import type { Log } from '../log.ts'
import type { Database } from './database.ts'

/** Each in a transaction of its own, so that no lock is held for longer than it is needed. */
const steps = [
  'make_partitions_of_live_events',
  'drop_partitions_of_live_events',
  'make_partitions_of_mails',
  'drop_partitions_of_mails',
  'analyze_partitioned_tables',
] as const

/** Partitions are made days and months ahead, so a step that meets a lock has time until the next run. */
export async function keepPartitions({ db, log }: { db: Database; log: Log }): Promise<void> {
  for (const step of steps) {
    const count = await run(db, step).catch((error: unknown) => {
      if (!isLocked(error)) throw error
      log.warn({ step }, 'somebody held a lock for too long: the next run tries again')
    })
    if (count) log.info({ step, count }, 'partitions were kept')
  }
}

async function run(db: Database, step: (typeof steps)[number]): Promise<number> {
  const { rows } = await sql<{ count: number }>`select ${sql.raw(step)}() as count`.execute(db)
  return rows[0]?.count ?? 0
}

/** What PostgreSQL answers when `lock_timeout` is over. */
const isLocked = (error: unknown) => error instanceof DatabaseError && error.code === '55P03'
