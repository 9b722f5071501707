import type { CallOutput } from '@pier/protocol/calls/calls'
import { readForAll } from '../../../api/client/read-for-all.server.ts'
import { readPrices, type Prices } from '../../../api/prices.server.ts'

const baysMax = 4

const readListings = readForAll(5000, async (call) => ({
  ...(await call('GET /listings', { query: { limit: String(baysMax) } })),
  at: new Date().toISOString(),
}))
const readRepaid = readForAll(60_000, (call) => call('GET /repaid', undefined))

export type LandingFacts = {
  /** When the directory was asked. Null where it did not answer: then there is no strip. */
  listings: (CallOutput<'GET /listings'> & { at: string }) | null
  prices: Prices
  /** Null where none may be told yet. */
  repaid: CallOutput<'GET /repaid'> | null
}

/**
 * What is live on the front page. The page stands without any part of it: an answer that does not
 * come leaves out its section.
 */
export async function readLanding(request: Pick<Request, 'headers'>): Promise<LandingFacts> {
  const [listings, prices, repaid] = await Promise.all([
    readListings(request).catch(() => null),
    readPrices(request),
    readRepaid(request).catch(() => null),
  ])
  return { listings, prices: prices ?? [], repaid: repaid?.loans.length ? repaid : null }
}
