import { sql } from 'kysely'
import { inTransaction, type Db, type Tx } from '../db/database.ts'
import type { JobName, TimerJobName } from './job-catalogue.ts'
import { enqueueNamed } from './queue.ts'

/** The most that passes between two looks of a worker at what is due. */
export const slowLookMs = 5000

/**
 * Deadlines are rows of our own, set and moved in the transaction that causes them, so that they
 * can be joined, audited and repaired. A due row is exchanged for its job in one transaction.
 * Handlers work out again what is due; the generation counts how often the timer was set.
 */
export function setTimer(
  tx: Tx,
  { job, ...timer }: { job: TimerJobName; subjectId: string; fireAt: Date },
): Promise<void> {
  return setTimers(tx, job, [timer])
}

export async function setTimers(
  tx: Tx,
  job: TimerJobName,
  timers: readonly { subjectId: string; fireAt: Date }[],
): Promise<void> {
  if (timers.length === 0) return
  await tx
    .insertInto('timers')
    .values(timers.map((timer) => ({ job, ...timer })))
    .onConflict((conflict) =>
      conflict.columns(['job', 'subjectId']).doUpdateSet((row) => ({
        fireAt: row.ref('excluded.fireAt'),
        generation: row('timers.generation', '+', 1),
      })),
    )
    .execute()
  wakeIfSoon(
    tx,
    timers.map(({ fireAt }) => fireAt),
  )
}

/** Makes it fire by then at the latest. An earlier timer stays: it was set for another reason. */
export async function setTimerBy(
  tx: Tx,
  { job, subjectId, fireAt }: { job: TimerJobName; subjectId: string; fireAt: Date },
): Promise<void> {
  await tx
    .insertInto('timers')
    .values({ job, subjectId, fireAt })
    .onConflict((conflict) =>
      conflict
        .columns(['job', 'subjectId'])
        .doUpdateSet((row) => ({ fireAt, generation: row('timers.generation', '+', 1) }))
        .where('timers.fireAt', '>', fireAt),
    )
    .execute()
  wakeIfSoon(tx, [fireAt])
}

/** A worker reads at every look when the next is due, so only what comes before that look matters. */
function wakeIfSoon(tx: Tx, moments: readonly Date[]) {
  const soon = tx.now.getTime() + slowLookMs
  if (moments.some((moment) => moment.getTime() <= soon)) tx.wake(['pier_timers'])
}

export async function clearTimer(
  tx: Tx,
  { job, subjectId }: { job: TimerJobName; subjectId: string },
): Promise<void> {
  await tx.deleteFrom('timers').where('job', '=', job).where('subjectId', '=', subjectId).execute()
}

const batchSize = 500

/** How long it is until the next timer is due. Infinite if none will ever be. */
export async function readNextTimer(db: Db): Promise<number> {
  const { rows } = await sql<{ inMs: number | null }>`
    select (extract(epoch from fire_at - app_now()) * 1000)::float8 as in_ms
    from timers where fire_at < 'infinity' order by fire_at limit 1
  `.execute(db)
  return rows[0]?.inMs ?? Infinity
}

/** Exchanges due timers for jobs, and says how many. Safe to run on every worker at once. */
export async function pumpTimers(db: Db): Promise<number> {
  const due = await inTransaction(db, async (tx) => {
    // The fence `as materialized` keeps the sub-select from being run again for every row.
    const { rows } = await sql<{ job: JobName; subjectId: string; generation: number }>`
      with due as materialized (
        select job, subject_id from timers where fire_at <= ${tx.now}
        order by fire_at limit ${batchSize} for update skip locked
      )
      delete from timers using due
      where timers.job = due.job and timers.subject_id = due.subject_id
      returning timers.job, timers.subject_id, timers.generation
    `.execute(tx)
    for (const { job, subjectId, generation } of rows) {
      await enqueueNamed(tx, job, { data: { subjectId, generation } })
    }
    return rows.length
  })
  return due === batchSize ? due + (await pumpTimers(db)) : due
}
