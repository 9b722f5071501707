import { callFromServer } from './client/call-from-server.server.ts'

const ageMsMax = 15_000

let kept: { text: Promise<string | null>; atMs: number } | undefined

/**
 * Every public page shows it, so the answer is cached, and a failure only yields null. The call is
 * not aborted when the visitor leaves, and a failed one is not cached.
 */
export function readAnnouncement({ headers }: Request): Promise<string | null> {
  if (!kept || performance.now() - kept.atMs > ageMsMax) {
    const { signal } = new AbortController()
    const text = callFromServer('GET /announcement', undefined, { headers, signal }).then(
      (found) => found.text,
      () => {
        kept = undefined
        return null
      },
    )
    kept = { text, atMs: performance.now() }
  }
  return kept.text
}
