import type { CallOutput } from '@pier/protocol/calls/calls'
import { callFromServer } from '../../api/client/call-from-server.server.ts'

export type Prices = CallOutput<'GET /prices'>['prices']

/** Null where the API gives no answer: the rest of the page is there all the same. */
export async function readPrices(request: Request): Promise<Prices | null> {
  try {
    return (await callFromServer('GET /prices', undefined, request)).prices
  } catch (error) {
    console.error({ requestId: request.headers.get('x-request-id'), error })
    return null
  }
}
