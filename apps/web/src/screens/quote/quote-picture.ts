import { answerWithCard } from '../../cards/draw-card.server.ts'
import type { Route } from './+types/quote-picture'
import { cardOf } from './quote-text.ts'
import { findKnownQuote } from './read-quote.server.ts'

/** The preview picture of a link to a quote. It never asks the registry. */
export async function loader({ request, params }: Route.LoaderArgs) {
  const quote = await findKnownQuote({ name: params.name, request })
  return answerWithCard(quote && cardOf(quote, Date.now()))
}
