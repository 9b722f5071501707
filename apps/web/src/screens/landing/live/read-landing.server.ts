import type { CallInput, CallName, CallOutput } from '@pier/protocol/calls/calls'
import { callFromServer } from '../../../api/client/call-from-server.server.ts'

const ageMsMax = 5000
const baysMax = 4

export type LandingFacts = {
  /** When the directory was asked. Null where it did not answer: then there is no strip. */
  listings: (CallOutput<'GET /listings'> & { at: string }) | null
  prices: CallOutput<'GET /prices'>['prices']
  /** Null where none may be told yet. */
  repaid: CallOutput<'GET /repaid'> | null
}

let kept: { facts: Promise<LandingFacts>; atMs: number } | undefined

/**
 * What is live on the front page, asked once in some seconds for all visitors. The page stands without
 * any part of it: an answer that does not come leaves out its section.
 */
export function readLanding({ headers }: Pick<Request, 'headers'>): Promise<LandingFacts> {
  if (!kept || performance.now() - kept.atMs > ageMsMax) {
    kept = { facts: ask(headers.get('x-request-id')), atMs: performance.now() }
  }
  return kept.facts
}

async function ask(requestId: string | null): Promise<LandingFacts> {
  const headers = new Headers(requestId ? { 'x-request-id': requestId } : {})
  const { signal } = new AbortController()
  const tryTo = <N extends CallName>(name: N, input: CallInput<N>) =>
    callFromServer(name, input, { headers, signal }).catch(() => null)
  const [listings, prices, repaid] = await Promise.all([
    tryTo('GET /listings', { query: { limit: String(baysMax) } }),
    tryTo('GET /prices', undefined),
    tryTo('GET /repaid', undefined),
  ])
  const at = new Date().toISOString()
  return {
    listings: listings && { ...listings, at },
    prices: prices?.prices ?? [],
    repaid: repaid && repaid.loans.length > 0 ? repaid : null,
  }
}
