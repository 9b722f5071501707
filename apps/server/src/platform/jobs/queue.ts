import { readTraceparent, traceparent, type SpanContext } from '@pier/telemetry/spans'
import { PgBoss, type ConstructorOptions } from 'pg-boss'
import {
  runForeignSql,
  writeAtEnd,
  type Database,
  type NewJob,
  type Outbox,
  type Tx,
} from '../db/database.ts'
import type { JobName, Jobs } from './job-catalogue.ts'

/** Puts a job in the queue. It exists if, and only if, the transaction commits. */
export function enqueue<N extends JobName>(
  tx: Tx,
  name: N,
  data: Jobs[N],
  /** A minimum delay in real time, as another machine asked us to wait. */
  { afterMs }: { afterMs?: number } = {},
): Promise<void> {
  return enqueueNamed(tx, name, { data, afterMs })
}

/** For a job whose name was kept with its data. */
export const enqueueNamed = (tx: Tx, name: string, job: NewJob): Promise<void> =>
  writeAtEnd(tx, jobOutbox, { name, job })

const jobOutbox: Outbox<{ name: string; job: NewJob }> = {
  turn: 4,
  wakes: 'pier_jobs',
  async write(tx, items) {
    const byName = Map.groupBy(items, ({ name }) => name)
    for (const [name, jobs] of byName) {
      await tx.sendJobs(
        tx,
        name,
        jobs.map(({ job }) => job),
      )
    }
  },
}

/** What was enqueued, and the span that caused it. */
export function readJobData<T extends object>(
  queued: T,
): { data: T; cause: SpanContext | undefined } {
  const { traceparent: cause, ...data } = queued as T & { traceparent?: unknown }
  return { data: data as unknown as T, cause: readTraceparent(cause) }
}

/** Lets transactions of this database enqueue jobs. Only the worker adds running them. */
export async function attachQueue(
  db: Database,
  options: ConstructorOptions = { supervise: false, schedule: false },
): Promise<PgBoss> {
  const boss = new PgBoss({
    ...options,
    db: {
      executeSql: (text, values) => db.writes.runPatiently(() => runForeignSql(db, text, values)),
    },
    migrate: false,
    createSchema: false,
  })
  // It hands out copies of errors, which are none themselves.
  boss.on('error', (error) => {
    db.outages.failed(Object.assign(new Error(error.message), error), 'queue')
  })
  await boss.start()
  db.sendJobs = async (tx, name, jobs) => {
    const inTx = {
      executeSql: (text: string, values?: unknown[]) => runForeignSql(tx, text, values),
    }
    const cause = traceparent()
    const rows = jobs.map(({ data, afterMs }) => ({
      data: cause ? { ...data, traceparent: cause } : data,
      ...(afterMs && { startAfter: Math.ceil(afterMs / 1000) }),
    }))
    const ids = await boss.insert(name, rows, { db: inTx, returnId: true })
    if (ids?.length !== jobs.length) throw new Error(`The queue refused a job: ${name}`)
  }
  return boss
}
