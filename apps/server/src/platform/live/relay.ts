import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { keepSession, type DirectSession } from './session.ts'

const tickMs = 50
const leaderLock = 7_461_001
export const liveChannel = 'pier_live'

/**
 * Gives committed events their place and wakes the API nodes: one NOTIFY a tick at most, never one
 * inside a business transaction, where it would make every commit of the cluster wait its turn. Each
 * worker runs one; a lock of the session lets a single one of them work, and another take over.
 */
export function startRelay(session: DirectSession) {
  const stopping = new AbortController()
  const kept = keepSession(session, async (client) => {
    void lead(client, stopping.signal).catch(() => client.end())
  })
  return {
    async stop() {
      stopping.abort()
      await kept.stop()
    },
  }
}

async function lead(client: pg.Client, signal: AbortSignal) {
  while (!signal.aborted && !(await tryToLead(client))) await pause(1000, signal)
  while (!signal.aborted) {
    await placeEvents(client)
    await pause(tickMs, signal)
  }
}

async function tryToLead(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query('select pg_try_advisory_lock($1) as leads', [leaderLock])
  return rows[0].leads
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

const pause = (ms: number, signal: AbortSignal) => sleep(ms, undefined, { signal }).catch(() => {})
