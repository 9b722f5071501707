import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { keepSession, type DirectSession } from './session.ts'

const retryMs = 1000
const heartbeatMs = 10_000
const heartbeatTimeoutMs = 3000

export type LeaseWork = (client: pg.Client, signal: AbortSignal) => Promise<void>

/**
 * Work that only one process does at a time: the one whose session holds this advisory lock. `work`
 * begins when the lock is gained and has to end when its signal says that it is lost, or that we
 * stop. The database frees the lock of a process that died, and another takes over.
 */
export function keepLease(
  session: DirectSession,
  lock: number,
  work: LeaseWork,
  /** For what every process wants of its session, whether it leads or not. */
  onOpen: (client: pg.Client) => Promise<void> = () => Promise.resolve(),
) {
  const stopping = new AbortController()
  let last: Promise<unknown> = Promise.resolve()
  const kept = keepSession(session, async (client) => {
    const lost = new AbortController()
    client.once('end', () => lost.abort())
    const signal = AbortSignal.any([stopping.signal, lost.signal])
    // Whoever lost the lock finishes its work before trying to gain it again.
    last = last.then(() => lead(client, { lock, work, signal })).catch(() => client.end())
    await onOpen(client)
  })
  return {
    async stop() {
      stopping.abort()
      await kept.stop()
    },
  }
}

/**
 * Works once, if nobody else does now. False when somebody does: it does not wait for them. It fails as
 * soon as the session is lost that holds the lock, because others may lead from then on.
 */
export async function leadOnce(
  { url, role }: Omit<DirectSession, 'outages'>,
  lock: number,
  work: () => Promise<void>,
): Promise<boolean> {
  const options = role ? { options: `-c role=${role}` } : {}
  const client = new pg.Client({ connectionString: url, keepAlive: true, ...options })
  const over = whenOver(client)
  try {
    await client.connect()
    if (!(await tryToLead(client, lock))) return false
    await Promise.race([work(), over])
    return true
  } finally {
    await client.end() // Which frees the lock.
  }
}

/** Fails when the session ends, for whatever reason: an idle one is told nothing but by its events. */
function whenOver(client: pg.Client): Promise<never> {
  const over = new Promise<never>((_resolve, reject) => {
    client.on('error', reject)
    client.on('end', () => reject(new Error('the session that holds the lock has ended')))
  })
  over.catch(() => {}) // It also ends when the work is done.
  return over
}

/** Resolves when the lease is over; a session that does not answer counts as lost. */
export async function holdWhileAlive(client: pg.Client, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await client.query({ text: 'select 1', query_timeout: heartbeatTimeoutMs } as pg.QueryConfig)
    await pause(heartbeatMs, signal)
  }
}

export const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  sleep(ms, undefined, { signal }).catch(() => {})

async function lead(
  client: pg.Client,
  { lock, work, signal }: { lock: number; work: LeaseWork; signal: AbortSignal },
) {
  while (!signal.aborted && !(await tryToLead(client, lock))) await pause(retryMs, signal)
  if (!signal.aborted) await work(client, signal)
}

async function tryToLead(client: pg.Client, lock: number): Promise<boolean> {
  const { rows } = await client.query('select pg_try_advisory_lock($1) as leads', [lock])
  return rows[0].leads
}
