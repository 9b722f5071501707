import { answerWithCard } from '../../cards/draw-card.server.ts'
import { readCompany } from '../../api/company.server.ts'
import type { Route } from './+types/help-picture'
import { findArticle } from './read-help.server.ts'

/** The preview picture of a link to the help, or to one of its articles. */
export async function loader({ request, params }: Route.LoaderArgs) {
  const { article: slug } = params
  if (slug === undefined) return answerWithCard({ title: { text: 'Help' } })
  const article = findArticle(slug, await readCompany(request))
  return answerWithCard(article && { title: { text: article.title }, note: article.topic.title })
}
