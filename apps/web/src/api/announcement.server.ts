import { callFromServer } from './client/call-from-server.server.ts'

const ageMsMax = 15_000

let kept: { text: Promise<string | null>; atMs: number } | undefined

/**
 * For every public page, so it is asked for now and then, and no page fails for want of it. What one
 * visitor's call fails for, or that they leave, is no matter of the next: only an answer is kept.
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
