import { setTimeout as wait } from 'node:timers/promises'

/** Spaces requests to one host by this interval, in order; the first goes at once. */
export function createHostPace(intervalMs: number) {
  const freeAt = new Map<string, number>()
  return async (host: string): Promise<void> => {
    const now = performance.now()
    const at = Math.max(now, freeAt.get(host) ?? 0)
    freeAt.set(host, at + intervalMs)
    if (at > now) await wait(at - now)
  }
}
