import { exampleCompany } from '@pier/protocol/company/company-example'
import { expect, test } from 'vitest'
import { openScreen } from '../../testing/open-screen.tsx'
import { findAll, getNamed } from '../../testing/page.ts'
import type { Route as ArticleRoute } from './+types/article-screen'
import type { Route } from './+types/help-screen'
import ArticleScreen from './article-screen.tsx'
import HelpScreen from './help-screen.tsx'
import { findArticle, linkTo, listSearched, listTopics } from './read-help.server.ts'
import { searchHelp } from './search-help.ts'

const topics = listTopics(exampleCompany)
const articles = topics.flatMap((topic) => topic.articles)
type Loaded = Route.ComponentProps['loaderData']

async function openHelp(change: Partial<Loaded> = {}) {
  const loaderData: Loaded = {
    query: '',
    count: articles.length,
    found: null,
    chosen: null,
    topics: topics.map(({ slug, title, articles: own }) => ({
      slug,
      title,
      count: own.length,
      articles: own.slice(0, 4).map(linkTo),
    })),
    ...change,
  }
  // The screen reads nothing else of what the router gives it.
  await openScreen(<HelpScreen {...({ loaderData } as Route.ComponentProps)} />)
}

const find = (query: string) => ({ query, found: searchHelp(listSearched(exampleCompany), query) })
const hrefs = (within: ParentNode) =>
  [...within.querySelectorAll('a')].map((link) => link.getAttribute('href'))

async function openArticle(slug: string) {
  const article = findArticle(slug, exampleCompany)
  const siblings = topics
    .filter((topic) => topic.slug === article?.topic.slug)
    .flatMap((topic) => topic.articles.map(linkTo))
  const loaderData = article ? { ...article, siblings } : null
  await openScreen(<ArticleScreen {...({ loaderData } as ArticleRoute.ComponentProps)} />)
}

test('the help has six topics with four articles each, and a way to the others', async () => {
  await openHelp()
  const cards = [...document.querySelectorAll('section[id]')]

  expect(cards.map((card) => card.querySelector('h2')?.textContent)).toEqual(
    topics.map(({ title }) => title),
  )
  expect(hrefs(cards[0] ?? document)).toEqual([
    ...(topics[0]?.articles.slice(0, 4).map(({ slug }) => `/help/${slug}`) ?? []),
    '/help?topic=borrow',
  ])
})

test('what was looked for is marked in what was found, and the best comes first', async () => {
  await openHelp(find('transfer locks'))

  expect(document.querySelector('h2')?.textContent).toMatch(/^\d+ articles for “transfer locks”$/)
  expect(document.querySelector('li')?.textContent).toContain('Transfer out, and the lock')
  const marked = [...document.querySelectorAll('li:first-child mark')].map(
    (each) => each.textContent,
  )
  expect(new Set(marked.map((word) => word?.toLowerCase()))).toContain('lock')
})

test('who finds nothing is led to a person', async () => {
  await openHelp(find('<b>zebra</b>'))

  expect(document.querySelector('h2')?.textContent).toBe('Nothing found for “<b>zebra</b>”')
  expect(document.querySelector('b')).toBeNull()
  expect(hrefs(document)).toContain('/contact')
})

test('an article says when it was checked, and marks itself among those of its topic', async () => {
  await openArticle('late-loan')

  expect(document.querySelector('h1')?.textContent).toBe('What happens when a loan is late')
  expect(document.body.textContent).toContain('Checked against the product on 19 Nov 2026.')
  expect(document.querySelector('[aria-current="page"]')?.textContent).toBe(
    'What happens when a loan is late',
  )
  expect(hrefs(document)).toContain('/contact?topic=other&article=late-loan')
  expect(findAll('link').length).toBeGreaterThan(10)
})

test('an article that does not exist leads back to the help', async () => {
  await openArticle('no-such-article')

  expect(getNamed('link', 'All help').getAttribute('href')).toBe('/help')
})
