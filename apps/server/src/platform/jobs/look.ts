import { sql } from 'kysely'
import type { PgBoss } from 'pg-boss'
import { pause } from '../db/lease.ts'
import type { Database } from '../db/database.ts'
import { createBell } from '../db/wake.ts'
import { readNextTimer, pumpTimers, slowLookMs } from './timers.ts'

/** While jobs run or wait for their turn: one that fails is due again at a moment nobody tells us. */
const busyLookMs = 500
/** One look for all that happens within a moment. */
const spacingMs = 25

export type Looking = ReturnType<typeof keepLooking>

/**
 * A worker sleeps until there is something to do: until somebody has committed a job or a near
 * deadline and rings, until the next job or deadline is due, or until the slow look. That one finds
 * what nobody was woken for, a clock that was moved, and the jobs of a worker that died.
 */
export function keepLooking(db: Database, boss: PgBoss, slowMs = slowLookMs) {
  let slowLookAt = -Infinity
  const jobs = repeat('look for jobs', db, async () => {
    const isSlow = performance.now() >= slowLookAt
    if (isSlow) slowLookAt = performance.now() + slowMs
    const { nextMs, isAbandoned } = await startDueJobs(db, boss, isSlow)
    if (isAbandoned) supervise()
    return Math.min(nextMs, slowLookAt - performance.now())
  })
  let supervising: Promise<void> | undefined
  /** It looks at all jobs that are kept, which may take long; those that are due do not wait for it. */
  const supervise = () => {
    supervising ??= boss
      .supervise()
      .catch((error: unknown) => db.outages.failed(error, 'supervision of jobs'))
      .finally(() => {
        supervising = undefined
        jobs.ring() // What a worker that died had claimed is due now.
      })
  }
  const timers = repeat('timer pump', db, async () => {
    const nextMs = await readNextTimer(db)
    if (nextMs > 0) return Math.min(nextMs, slowMs)
    // What is due and cannot be taken is locked by somebody, who may have to wait for long.
    return (await pumpTimers(db)) > 0 ? 0 : busyLookMs
  })
  return {
    ringForJobs: jobs.ring,
    ringForTimers: timers.ring,
    async stop() {
      await Promise.all([jobs.stop(), timers.stop()])
      await supervising
    },
  }
}

/** Again and again: as soon as somebody rings, and after as long as the work says. */
function repeat(what: string, db: Database, work: () => Promise<number>) {
  const bell = createBell()
  const stopping = new AbortController()
  const loop = async () => {
    while (!stopping.signal.aborted) {
      const nextMs = await work().catch((error: unknown) => {
        db.outages.failed(error, what)
        return busyLookMs
      })
      await pause(spacingMs, stopping.signal)
      await bell.wait(Math.max(0, nextMs - spacingMs), stopping.signal)
    }
  }
  const running = loop()
  return {
    ring: bell.ring,
    async stop() {
      stopping.abort()
      await running
    },
  }
}

/** Wakes the library's workers whose jobs are due. Says when the next job will be. */
async function startDueJobs(db: Database, boss: PgBoss, isSlow: boolean) {
  const workers = boss.getWipData({ includeInternal: true })
  const names = [...new Set(workers.map(({ name }) => name))]
  const { due, jobInMs, isAbandoned, hasEvents } = await readDue(db, { names, isSlow })
  for (const { id, name } of workers) if (due.includes(name)) boss.notifyWorker(id)
  if (hasEvents) db.wake(['pier_events'])
  const isBusy = due.length > 0 || workers.some(({ count }) => count > 0)
  return { nextMs: Math.min(jobInMs, isBusy ? busyLookMs : Infinity), isAbandoned }
}

type Due = { due: string[]; jobInMs: number; isAbandoned: boolean; hasEvents: boolean }

/**
 * One question for all queues. One whose jobs are due is asked no further; of the others we want to
 * know when the next will be. Claims that ran out, whose search reads all jobs that are kept, and
 * events that no relay was woken for are the business of the slow look.
 */
async function readDue(
  db: Database,
  { names, isSlow }: { names: string[]; isSlow: boolean },
): Promise<Due> {
  const { rows } = await sql<Due>`
    with queues as materialized (
      select queue.name, next.at from unnest(${names}::text[]) as queue (name)
      cross join lateral (
        select case when exists (select from pgboss.job
          where job.name = queue.name and job.state < 'active' and not job.blocked
            and job.start_after <= now())
        then '-infinity' else (select min(job.start_after) from pgboss.job
          where job.name = queue.name and job.state < 'active' and not job.blocked) end as at
      ) as next where next.at is not null
    )
    select array(select name from queues where at = '-infinity') as due,
      coalesce((select extract(epoch from min(at) - clock_timestamp()) * 1000 from queues
        where at > '-infinity'), 'infinity')::float8 as job_in_ms,
      case when ${isSlow} then exists (select from pgboss.job where state = 'active'
        and (heartbeat_on + heartbeat_seconds * interval '1s' < now()
          or started_on + expire_seconds * interval '1s' < now())) else false end as is_abandoned,
      case when ${isSlow} then exists (select from live_events where seq is null)
        else false end as has_events
  `.execute(db)
  const [row] = rows
  if (!row) throw new Error('The database did not say what is due')
  return row
}
