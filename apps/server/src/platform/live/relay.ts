import type pg from 'pg'
import { keepLease, pause } from '../db/lease.ts'
import type { DirectSession } from '../db/session.ts'
import { createBell, type WakeChannel } from '../db/wake.ts'

const spacingMs = 25
/** Should a wake-up be lost, a worker's next look wakes it; this is for its session. */
const slowLookMs = 60_000
const answerTimeoutMs = 5000
const batchSize = 1000
const leaderLock = 7_461_001
const eventsChannel: WakeChannel = 'pier_events'
export const liveChannel = 'pier_live'

/**
 * Gives committed events their position and wakes the API nodes: one NOTIFY per round at most,
 * never one inside a business transaction, where it would serialize all commits of the cluster.
 * It sleeps until somebody has committed an event. Each worker runs one; a session lock lets only one
 * of them work, and another take over.
 */
export function startRelay(session: DirectSession) {
  return keepLease(session, leaderLock, async (client, signal) => {
    const bell = createBell()
    client.on('notification', bell.ring)
    await client.query(`listen ${eventsChannel}`)
    while (!signal.aborted) {
      if ((await placeEvents(client)) === batchSize) continue
      await pause(spacingMs, signal)
      await bell.wait(slowLookMs, signal)
    }
  })
}

/** Places what has committed. One statement, so that order and wake-up commit together. */
async function placeEvents(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ count: number }>({
    text: `with batch as (select id, created_at from live_events where seq is null
       order by id limit ${batchSize}),
     placed as (
       update live_events set seq = nextval('live_events_seq') from batch
       where live_events.id = batch.id and live_events.created_at = batch.created_at returning seq)
     select count(*)::int as count, pg_notify($1, max(seq)::text) from placed having count(*) > 0`,
    values: [liveChannel],
    query_timeout: answerTimeoutMs,
  } as pg.QueryConfig)
  return rows[0]?.count ?? 0
}
