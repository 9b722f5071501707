/**
 * Keeps the partitions of tables whose rows go with time: mails by month, live events by day. The
 * functions stand in the database, because only its owner may make and drop tables.
 */
import { type Kysely, sql } from 'kysely'
import { DatabaseError } from 'pg'
import type { Log } from '../log.ts'
import type { Database } from './database.ts'
import type { DB } from './db-types.ts'

/** Each in a transaction of its own, so that no lock is held for longer than it is needed. */
const steps = [
  'make_partitions_of_live_events',
  'drop_partitions_of_live_events',
  'make_partitions_of_mails',
  'drop_partitions_of_mails',
] as const
type Step = (typeof steps)[number] | 'analyze_partitioned_table'

/** It reads some of each partition, which takes longer than what people wait for; five fit into a job. */
const analysis = sql`set local statement_timeout = '100s'`
/** More than there are: it has to end, whatever PostgreSQL notes of it. */
const analysesMost = 20

/** Partitions are made days and months ahead, so a step that meets a lock has time until the next run. */
export async function keepPartitions({ db, log }: { db: Database; log: Log }): Promise<void> {
  const keep = async (step: Step, work: () => Promise<number>) => {
    const count = await work().catch((error: unknown) => {
      if (!isLocked(error)) throw error
      log.warn({ step }, 'somebody held a lock for too long: the next run tries again')
      return 0
    })
    if (count > 0) log.info({ step, count }, 'partitions were kept')
    return count
  }
  for (const step of steps) await keep(step, () => run(db, step))
  for (let analyses = 0; analyses < analysesMost; analyses++) {
    if ((await keep('analyze_partitioned_table', () => analyzeOne(db))) === 0) return
  }
}

/** The one table that has waited for it. Each is kept, whatever becomes of the next. */
const analyzeOne = (db: Database): Promise<number> =>
  db.transaction().execute(async (tx) => {
    await analysis.execute(tx)
    return run(tx, 'analyze_partitioned_table')
  })

async function run(db: Kysely<DB>, step: Step): Promise<number> {
  const { rows } = await sql<{ count: number }>`select ${sql.raw(step)}() as count`.execute(db)
  return rows[0]?.count ?? 0
}

/** What PostgreSQL answers when `lock_timeout` is over. */
const isLocked = (error: unknown) => error instanceof DatabaseError && error.code === '55P03'
