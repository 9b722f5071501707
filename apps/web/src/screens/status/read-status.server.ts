import type { CallOutput } from '@pier/protocol/calls/calls'
import { callFromServer } from '../../api/client/call-from-server.server.ts'

/** What the API says; or, where it says nothing, since when. */
type Seen =
  | { status: CallOutput<'GET /status'>; awaySince: null }
  | { status: null; awaySince: string }

const ageMsMax = 10_000
/** Longer than between two looks of whoever leaves the page open, or of a monitor. */
const gapMsMax = 90_000

let kept: { seen: Promise<Seen>; atMs: number } | undefined
let missed: { since: string; lastAtMs: number } | undefined

/**
 * Cached for all visitors, failures too: many come here when nothing works. The call is ours, so it
 * names no visitor and counts to nobody's limit.
 */
export function readStatus({ headers }: Pick<Request, 'headers'>): Promise<Seen> {
  if (!kept || performance.now() - kept.atMs > ageMsMax) {
    const id = headers.get('x-request-id')
    const own = new Headers(id ? { 'x-request-id': id } : {})
    kept = { seen: ask(own), atMs: performance.now() }
  }
  return kept.seen
}

async function ask(headers: Headers): Promise<Seen> {
  const { signal } = new AbortController()
  try {
    const status = await callFromServer('GET /status', undefined, { headers, signal })
    missed = undefined
    return { status, awaySince: null }
  } catch (error) {
    console.error({ requestId: headers.get('x-request-id'), error })
    return { status: null, awaySince: noteMiss() }
  }
}

/** Where nobody looked for a while it may have answered in between, so what was before is not known. */
function noteMiss(): string {
  const lastAtMs = performance.now()
  const before = missed && lastAtMs - missed.lastAtMs <= gapMsMax ? missed : undefined
  missed = { since: before?.since ?? new Date().toISOString(), lastAtMs }
  return missed.since
}
