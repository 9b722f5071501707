import type { CallOutput } from '@pier/protocol/calls/calls'
import { readForAll } from './client/read-for-all.server.ts'

export type Prices = CallOutput<'GET /prices'>['prices']

const read = readForAll(60_000, async (call) => (await call('GET /prices', undefined)).prices)

/** Null where the API gives no answer: the rest of the page is there all the same. */
export const readPrices = (request: Pick<Request, 'headers'>): Promise<Prices | null> =>
  read(request).catch(() => null)
