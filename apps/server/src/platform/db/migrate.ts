import { setTimeout as sleep } from 'node:timers/promises'
import { sql, type Kysely } from 'kysely'
import { Migrator } from 'kysely/migration'
import { DatabaseError } from 'pg'
import { createQueues } from '../jobs/queue-schema.ts'
import { noteBaseline } from './baseline.ts'
import type { Database } from './database.ts'
import { readSteps, type Step } from './steps.ts'

const deployLock = 7_104_001
const triesMax = 6

/** What PostgreSQL answers when `lock_timeout` is over, and when it has chosen us of two who wait. */
const lockedCodes: readonly (string | undefined)[] = ['55P03', '40P01']

/**
 * Brings the schema and the queues up to date. Run by the deploy, as the owner, while the old code
 * still runs. Each migration commits by itself; a concurrent deploy waits and finds it done.
 */
export function migrate(
  db: Database,
  { steps = readSteps(), pauseMs = 5_000 }: { steps?: Step[]; pauseMs?: number } = {},
): Promise<string[]> {
  return alone(db, async () => {
    await noteBaseline(db)
    const applied = await takeSteps(db, { steps, pauseMs })
    await whileLocked(pauseMs, () => createQueues(db))
    return applied
  })
}

/** Only deploys take this lock, so it may be waited for as long as it takes. */
async function alone<T>(db: Database, work: () => Promise<T>): Promise<T> {
  const client = await db.pool.connect()
  try {
    await client.query('set lock_timeout = 0; set statement_timeout = 0')
    await client.query('select pg_advisory_lock($1)', [deployLock])
    return await work()
  } finally {
    client.release(true) // The lock ends with its session.
  }
}

async function takeSteps(db: Database, { steps, pauseMs }: { steps: Step[]; pauseMs: number }) {
  const migrations = Object.fromEntries(
    steps.map((step) => [step.name, { up: (on: Kysely<unknown>) => runStep(on, step) }]),
  )
  const provider = { getMigrations: () => Promise.resolve(migrations) }
  const migrator = new Migrator({ db: db.withoutPlugins(), provider })
  const applied: string[] = []
  for (;;) {
    const next = (await migrator.getMigrations()).find(({ executedAt }) => !executedAt)
    const step = steps.find(({ name }) => name === next?.name)
    const taken = await whileLocked(pauseMs, () => applyMigration(migrator, step))
    if (taken.length === 0) return applied
    applied.push(...taken)
  }
}

/** Applies the next migration, recorded in its own transaction. Does nothing if there is none. */
async function applyMigration(migrator: Migrator, step: Step | undefined): Promise<string[]> {
  const disableTransactions = step?.isInTransaction === false
  const { error, results = [] } = await migrator.migrateUp({ disableTransactions })
  if (error) throw error
  return results.map(({ migrationName }) => migrationName)
}

async function runStep(db: Kysely<unknown>, step: Step): Promise<void> {
  const { text, lockTimeout, statementTimeout, isInTransaction } = step
  await sql`select set_config('lock_timeout', ${lockTimeout}, ${isInTransaction}),
    set_config('statement_timeout', ${statementTimeout}, ${isInTransaction})`.execute(db)
  if (isInTransaction) {
    await sql.raw(text).execute(db)
    return
  }
  // Several statements that are sent as one are a transaction.
  const statements = text.split(/;\n/).filter((statement) => statement.trim())
  try {
    for (const statement of statements) await sql.raw(statement).execute(db)
  } finally {
    await sql`reset lock_timeout`.execute(db)
    await sql`reset statement_timeout`.execute(db)
  }
}

/** Between two tries everybody who had to wait behind us gets on with their work. */
async function whileLocked<T>(pauseMs: number, work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await work()
    } catch (error) {
      const isLocked = error instanceof DatabaseError && lockedCodes.includes(error.code)
      if (!isLocked || tries === triesMax) throw error
      await sleep(pauseMs)
    }
  }
}
