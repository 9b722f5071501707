import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { exampleCompany } from '@pier/protocol/company/company-example'
import { textsOfSource } from '../../../../../tools/docs/readable-texts.ts'
import { helpTopics } from './help-topics.ts'
import { type Article, findArticle, listSearched, listTopics } from './read-help.server.ts'
import { searchHelp } from './search-help.ts'

const root = join(import.meta.dirname, '../../../../..')
const topics = listTopics(exampleCompany)
const articles = topics.flatMap((topic) => topic.articles)
const fileOf = ({ path }: Article) =>
  readFileSync(join(root, `apps/web/content/${path}.md`), 'utf8')
const failing = (isRight: (article: Article) => boolean) =>
  articles.filter((article) => !isRight(article)).map(({ path }) => path)

test('each of the six topics has at least four articles', () => {
  expect(topics.filter((topic) => topic.articles.length < 4).map(({ slug }) => slug)).toEqual([])
  expect(readdirSync(join(root, 'apps/web/content/help')).toSorted()).toEqual(
    [...helpTopics.map(({ slug }) => slug), 'pictures.json'].toSorted(),
  )
})

test('no two articles share an address or a title', () => {
  expect(new Set(articles.map(({ slug }) => slug)).size).toBe(articles.length)
  expect(new Set(articles.map(({ title }) => title)).size).toBe(articles.length)
})

test('each article begins in short, has a picture and the length of one', () => {
  expect(failing((each) => /\n---\n\n\*\*In short\.\*\* /.test(fileOf(each)))).toEqual([])
  expect(failing(({ prose }) => prose.blocks.some(({ kind }) => kind === 'picture'))).toEqual([])
  expect(failing(({ prose }) => prose.words >= 120 && prose.words <= 450)).toEqual([])
})

test('each article says what it costs or what happens without it', () => {
  const said = /^## (?:What it costs|If |What stays)/m

  expect(failing((each) => said.test(fileOf(each)))).toEqual([])
})

/** Figures of the product are facts, so that they change with it. Steps and years may be counted. */
test('no article writes a figure of the product by itself', () => {
  const figure =
    /(?<!\{[\w.]*)\b\d+(?:\.\d+)? (?:days?|hours?|minutes|weeks?|years?|percent)|[$€]\d/

  expect(failing((each) => !figure.test(fileOf(each).replace(/^365 days$/m, '')))).toEqual([
    'help/money/how-interest-counts', // A year has 365 days whatever the product does.
  ])
})

/** So that an article is found stale when a button gets another name. */
test('what is bold is a label of the product', () => {
  const known = new Set([...textsIn('apps/web/src'), ...textsIn('packages/protocol/src')])
  const unknown = articles.flatMap((article) =>
    [...fileOf(article).matchAll(/\*\*(.+?)\*\*/g)]
      .map(([, label = '']) => label)
      .filter((label) => label !== 'In short.' && !known.has(label) && !isOwn(label))
      .map((label) => `${article.path}: ${label}`),
  )

  expect(unknown).toEqual([])
})

/** Outcomes that a list explains, and no button. */
const isOwn = (label: string) =>
  ['The money never came', 'It came', 'It is repaid', 'More time'].includes(label)

/** What readers of the help do not see: the operators' screens, samples, tests and descriptions. */
const unseen = /\/(?:screens\/(?:design|operator)|src\/(?:operator|testing|calls))\/|\.test\.tsx?$/

/** Whole texts, so that a label is not found within a sentence or a comment. */
const textsIn = (folder: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => /(?<!\.d)\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !unseen.test(path))
    .flatMap((path) => textsOfSource(readFileSync(path, 'utf8'), { jsx: path.endsWith('x') }))
    .map(({ text }) => text)

test.each([
  ['transfer lock', 'transfer-out'],
  ['late', 'late-loan'],
  ['fee', 'all-fees'],
  ['recovery codes', 'two-step-login'],
  ['nameserver', 'dns-stays-yours'],
  ['stolen', 'report-theft-or-abuse'],
  ['interest', 'how-interest-counts'],
])('who looks for “%s” finds %s among the first three', (query, slug) => {
  const found = searchHelp(listSearched(exampleCompany), query).slice(0, 3)

  expect(found.map((each) => each.slug)).toContain(slug)
})

test('an article is found by its address alone, whatever its topic, and others are not', () => {
  expect(findArticle('late-loan', null)?.topic.slug).toBe('trouble')
  for (const slug of ['', 'nothing', '../pages/terms', 'trouble/late-loan', 'constructor'])
    expect(findArticle(slug, null)).toBeNull()
})
