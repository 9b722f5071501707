import { answerWithCard } from '../../cards/draw-card.server.ts'
import type { Route } from './+types/page-picture'
import { findPage } from './read-page.server.ts'

/** The preview picture of a link to a page. */
export async function loader({ request }: Route.LoaderArgs) {
  const page = await findPage(request)
  return answerWithCard(page && { title: { text: page.title } })
}
