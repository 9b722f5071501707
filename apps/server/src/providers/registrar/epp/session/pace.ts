import { setTimeout as wait } from 'node:timers/promises'

/** A token bucket: a burst is free, then so many a minute. */
export function createPace(perMinute: number) {
  let tokens = perMinute
  let filledAt = performance.now()
  return async (): Promise<void> => {
    const now = performance.now()
    tokens = Math.min(perMinute, tokens + ((now - filledAt) / 60_000) * perMinute)
    filledAt = now
    tokens -= 1
    if (tokens < 0) await wait((-tokens / perMinute) * 60_000)
  }
}

type Bounds = { backoffMinMs: number; backoffMaxMs: number }

/** How long to wait after a registrar could not be reached or refused the login. */
export function createBackoff({ backoffMinMs, backoffMaxMs }: Bounds) {
  let failures = 0
  let openAt = 0
  return {
    remainingMs: () => Math.max(0, openAt - performance.now()),
    succeed: () => {
      failures = 0
      openAt = 0
    },
    fail: (atLeastMs = 0) => {
      const full = Math.min(backoffMaxMs, Math.max(atLeastMs, backoffMinMs * 2 ** failures))
      failures += 1
      // Half of it is chance, so that workers that failed together do not return together.
      openAt = performance.now() + full / 2 + (Math.random() * full) / 2
    },
  }
}
