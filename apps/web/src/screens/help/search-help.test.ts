import { expect, test } from 'vitest'
import { searchHelp, takeApart } from './search-help.ts'

type Given = { title?: string; headings?: string[]; parts?: string[] }

const article = (slug: string, { title = slug, headings = [], parts = [] }: Given) => ({
  slug,
  topic: 'Borrow',
  title: takeApart(title),
  headings: headings.map(takeApart),
  parts: parts.map(takeApart),
})
const inTitle = article('in-title', { title: 'Transfer out, and the lock' })
const inHeading = article('in-heading', { headings: ['The transfer lock'] })
const inText = article('in-text', { parts: ['A lock stays for some weeks after a transfer.'] })
const other = article('other', { title: 'All fees', parts: ['Registry fees and interest.'] })
const all = [other, inText, inHeading, inTitle]

const slugs = (query: string) => searchHelp(all, query).map(({ slug }) => slug)

test('a title comes before a heading, and a heading before the text', () => {
  expect(slugs('transfer lock')).toEqual(['in-title', 'in-heading', 'in-text'])
})

test('an article with all of the words comes before one with some of them', () => {
  const some = article('some', { title: 'Transfer, transfer', headings: ['Transfer'] })

  expect(searchHelp([some, inText], 'transfer lock').map(({ slug }) => slug)).toEqual([
    'in-text',
    'some',
  ])
})

test.each(['fee', 'fees', 'FEE', 'regis', 'registries', 'féés'])(
  'the start of a word, a plural and an accent find the same: %s',
  (query) => {
    expect(slugs(query)).toEqual(['other'])
  },
)

test('words that every text has do not count, unless there are no others', () => {
  expect(slugs('how do the fees')).toEqual(['other'])
  expect(slugs('the')).toEqual(['in-title', 'in-heading'])
})

test.each(['', '   ', '!?', '<script>', '\\', '(', '.*', 'nothinglikethis'])(
  'what no article has finds none: %s',
  (query) => {
    expect(slugs(query)).toEqual([])
  },
)

test('only the first eight words are looked for', () => {
  const seven = 'one two three four five six seven'

  expect(slugs(`${seven} lock`)).toContain('in-title')
  expect(slugs(`${seven} eight lock`)).toEqual([])
})

test('the words are marked in the title and in the paragraph that has most of them', () => {
  const [found] = searchHelp([inText, other], 'locks transfers')
  const marked = found?.excerpt.filter(({ isHit }) => isHit).map(({ text }) => text)

  expect(marked).toEqual(['lock', 'transfer'])
  expect(found?.excerpt.map(({ text }) => text).join('')).toBe(inText.parts[0]?.text)
})

test('a long paragraph is cut between words', () => {
  const long = article('long', { parts: [`interest ${'word '.repeat(80)}`] })
  const [found] = searchHelp([long], 'interest')

  expect(found?.excerpt.map(({ text }) => text).join('')).toMatch(/^interest (?:word )+…$/)
})
