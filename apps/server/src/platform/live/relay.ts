import type pg from 'pg'
import { keepLease, pause } from '../db/lease.ts'
import type { DirectSession } from '../db/session.ts'

const tickMs = 50
const leaderLock = 7_461_001
export const liveChannel = 'pier_live'

/**
 * Gives committed events their position and wakes the API nodes: one NOTIFY per round at most,
 * never one inside a business transaction, where it would serialize all commits of the cluster.
 * Each worker runs one; a session lock lets only one of them work, and another take over.
 */
export function startRelay(session: DirectSession) {
  return keepLease(session, leaderLock, async (client, signal) => {
    while (!signal.aborted) {
      await placeEvents(client)
      await pause(tickMs, signal)
    }
  })
}

/** Places what has committed. One statement, so that order and wake-up commit together. */
async function placeEvents(client: pg.Client) {
  await client.query(
    `with batch as (select id from live_events where seq is null order by id limit 1000),
     placed as (
       update live_events set seq = nextval('live_events_seq') from batch
       where live_events.id = batch.id returning seq)
     select pg_notify($1, max(seq)::text) from placed having count(*) > 0`,
    [liveChannel],
  )
}
