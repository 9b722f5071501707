import type { Company } from '@pier/protocol/company/company'
import { type Content, listContent } from '../../prose/content.server.ts'
import { type Block, plainText } from '../../prose/prose-tree.ts'
import { helpTopics, type HelpTopic } from './help-topics.ts'
import { type Searched, takeApart } from './search-help.ts'

/** The last part of its path, so that a link stays when an article changes its topic. */
export type Article = Content & { slug: string; topic: HelpTopic }
export type ArticleLink = { slug: string; title: string }

/** Every topic with its articles in their order. */
export const listTopics = (company: Company | null) =>
  helpTopics.map((topic) => ({ ...topic, articles: articlesOf(topic, company) }))

export const findArticle = (slug: string, company: Company | null): Article | null =>
  listTopics(company)
    .flatMap(({ articles }) => articles)
    .find((article) => article.slug === slug) ?? null

export const linkTo = ({ slug, title }: Article): ArticleLink => ({ slug, title })

let searched: { company: Company | null; articles: Searched[] } | undefined

/** Every article as it is searched. They are taken apart once, and again when the company changes. */
export function listSearched(company: Company | null): Searched[] {
  if (searched?.company !== company) {
    const articles = listTopics(company).flatMap((topic) => topic.articles)
    searched = { company, articles: articles.map(searchedOf) }
  }
  return searched.articles
}

const searchedOf = ({ slug, title, summary, topic, prose }: Article): Searched => ({
  slug,
  topic: topic.title,
  title: takeApart(title),
  headings: prose.headings.map(({ text }) => takeApart(text)),
  parts: [summary, ...prose.blocks.flatMap(textsOf)].map(takeApart),
})

const articlesOf = (topic: HelpTopic, company: Company | null): Article[] =>
  listContent(`help/${topic.slug}`, company).map((content) => ({
    ...content,
    topic,
    slug: slugOf(content.path),
  }))

const slugOf = (path: string) => path.split('/').at(-1) ?? path

/** The text of a block, part by part, without headings: they are searched by themselves. */
function textsOf(block: Block): string[] {
  switch (block.kind) {
    case 'paragraph':
      return [plainText(block.inlines)]
    case 'list':
      return block.items.flat().flatMap(textsOf)
    case 'note':
      return block.blocks.flatMap(textsOf)
    case 'table':
      return block.rows.map((cells) => cells.map(({ inlines }) => plainText(inlines)).join(', '))
    case 'picture':
      return block.caption ? [block.caption] : []
    default:
      return []
  }
}
