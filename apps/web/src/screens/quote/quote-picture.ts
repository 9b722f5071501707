import { ApiError } from '../../api/client/api-error.ts'
import { answerWithCard } from '../../cards/draw-card.server.ts'
import type { Route } from './+types/quote-picture'
import { cardOf } from './quote-text.ts'
import { findKnownQuote } from './read-quote.server.ts'

/** The preview picture of a link to a quote. It never asks the registry. */
export async function loader({ request, params }: Route.LoaderArgs) {
  try {
    const quote = await findKnownQuote({ name: params.name, request })
    return await answerWithCard(quote && cardOf(quote, Date.now()))
  } catch (error) {
    if (error instanceof ApiError && error.status === 429)
      return new Response(null, { status: 429 })
    throw error
  }
}
