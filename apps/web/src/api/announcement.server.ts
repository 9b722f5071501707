import { callFromServer } from './call-from-server.server.ts'

const ageMsMax = 15_000

let kept: { text: Promise<string | null>; atMs: number } | undefined

/** For every public page, so it is asked for now and then, and no page fails for want of it. */
export function readAnnouncement(request: Request): Promise<string | null> {
  if (!kept || performance.now() - kept.atMs > ageMsMax) {
    const text = callFromServer('GET /announcement', undefined, request).then(
      (found) => found.text,
      () => null,
    )
    kept = { text, atMs: performance.now() }
  }
  return kept.text
}
