import type { CallOutput } from '@pier/protocol/calls/calls'
import { callFromServer } from '../../api/client/call-from-server.server.ts'

/** What the API says; or, where it says nothing, since when. */
type Seen =
  | { status: CallOutput<'GET /status'>; awaySince: null }
  | { status: null; awaySince: string }

const ageMsMax = 10_000

let kept: { seen: Promise<Seen>; atMs: number } | undefined
let awaySince: string | null = null

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
    awaySince = null
    return { status, awaySince }
  } catch (error) {
    console.error({ requestId: headers.get('x-request-id'), error })
    awaySince ??= new Date().toISOString()
    return { status: null, awaySince }
  }
}
