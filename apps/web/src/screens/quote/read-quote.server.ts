import { setTimeout as sleep } from 'node:timers/promises'
import { ApiError } from '../../api/client/api-error.ts'
import { callFromServer } from '../../api/client/call-from-server.server.ts'
import type { Found, Quote } from './quote-view.ts'

type Asked = { name: string; request: Request }

const looksMax = 3
const pauseMs = 450

/** The registry mostly answers within a second, so the page waits that long before it comes without. */
export async function readQuote(asked: Asked): Promise<Found> {
  try {
    let quote = await callFor(asked, true)
    for (let looks = 1; quote.state === 'asking' && looks < looksMax; looks++) {
      await sleep(pauseMs)
      quote = await callFor(asked, true)
    }
    return { kind: 'quote', quote, part: null }
  } catch (error) {
    return explain(error, asked)
  }
}

/** What is known already. Null where the name is none; the registry is not asked. */
export async function findKnownQuote(asked: Asked): Promise<Quote | null> {
  try {
    return await callFor(asked, false)
  } catch (error) {
    if (error instanceof ApiError && isRefusal(error)) return null
    throw error
  }
}

const callFor = ({ name, request }: Asked, ask: boolean) =>
  callFromServer(
    'GET /quotes/:name',
    { params: { name }, query: { ask: ask ? 'true' : 'false' } },
    request,
  )

function explain(error: unknown, { name, request }: Asked): Found {
  if (error instanceof ApiError && error.status === 429) return { kind: 'limited' }
  if (error instanceof ApiError && isRefusal(error)) {
    const message = error.status === 422 ? error.message : 'That is not a domain name.'
    return { kind: 'refused', message, typed: name.slice(0, 253) }
  }
  console.error({ requestId: request.headers.get('x-request-id'), error })
  return { kind: 'failed' }
}

/** 404 is the answer of the API to a path that is too long for a name. */
const isRefusal = ({ status }: ApiError) => [400, 404, 422].includes(status)
