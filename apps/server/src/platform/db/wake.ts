import { AsyncResource } from 'node:async_hooks'
import type pg from 'pg'
import type { Outages } from './outage.ts'

/** What a process sleeps on: workers on jobs and near deadlines, the relay on events to place. */
export type WakeChannel = 'pier_jobs' | 'pier_timers' | 'pier_events'

const spacingMs = 25

/** Without waiting for the disk or a standby: a lost wake-up costs little, a late one is none. */
const notify = `select set_config('synchronous_commit', 'off', true), pg_notify(channel, '')
  from unnest($1::text[]) as channel`

/**
 * Wakes whoever sleeps until there is work for them. It happens after the commit that made the work,
 * in a statement of its own: inside that transaction a NOTIFY would make all commits of the cluster
 * wait for each other. The first goes at once, those of the next moment together. Should this process
 * die in between, nobody is woken and they find the work at their next look.
 */
export function createWaker(pool: pg.Pool, outages: Outages) {
  const waiting = new Set<WakeChannel>()
  let isResting = false

  // It belongs to the process, not to the request that happened to be first.
  const send = AsyncResource.bind(() => {
    if (waiting.size === 0 || pool.ending) return
    const channels = [...waiting]
    waiting.clear()
    isResting = true
    pool
      .query(notify, [channels])
      .catch((error: unknown) => outages.failed(error, 'wake-up'))
      .finally(() => {
        setTimeout(() => {
          isResting = false
          send()
        }, spacingMs).unref()
      })
  })

  return (channels: Iterable<WakeChannel>): void => {
    for (const channel of channels) waiting.add(channel)
    if (!isResting) send()
  }
}

/** Something to sleep on. Whoever waits is woken by a ring, also by one that came before. */
export function createBell() {
  let isRung = false
  let wake = () => {}
  return {
    ring: (): void => {
      isRung = true
      wake()
    },
    /** Until it rings, the time is over or the signal says to end. */
    async wait(ms: number, signal: AbortSignal): Promise<void> {
      if (!isRung && !signal.aborted) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, ms)
          wake = () => {
            clearTimeout(timer)
            resolve()
          }
          signal.addEventListener('abort', wake, { once: true })
        })
        signal.removeEventListener('abort', wake)
      }
      isRung = false
    },
  }
}
