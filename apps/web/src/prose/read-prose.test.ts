import { expect, test } from 'vitest'
import { splitFrontMatter } from './front-matter.server.ts'
import { readProse } from './read-prose.server.ts'

const facts = new Map([
  ['product', 'Pier'],
  ['company.legalName', 'Star *and* Sons <b>Ltd</b>'],
  ['limit.graceDays', '7'],
])
const pictures = { 'late-loan': { width: 1200, height: 500 } }
const read = (body: string) => readProse({ body, firstLine: 7, facts, pictures })

test('headings get addresses of their own, also when two are called the same', () => {
  const { headings } = read('## Seven days\n\ntext\n\n### 1. What it *costs*\n\n## Seven days')

  expect(headings).toEqual([
    { id: 'seven-days', text: 'Seven days', level: 2 },
    { id: '1-what-it-costs', text: '1. What it costs', level: 3 },
    { id: 'seven-days-2', text: 'Seven days', level: 2 },
  ])
})

test('facts in braces are replaced, and what they contain is never read as Markdown', () => {
  const { blocks, problems } = read('{company.legalName} waits {limit.graceDays} days.')

  expect(problems).toEqual([])
  expect(blocks).toEqual([
    {
      kind: 'paragraph',
      inlines: [{ kind: 'text', text: 'Star *and* Sons <b>Ltd</b> waits 7 days.' }],
    },
  ])
})

test('an unknown fact is a problem with the line of its file', () => {
  expect(read('One.\n\nTwo.\n\n{limit.nowhere} days.').problems).toEqual([
    { line: 11, text: 'No fact {limit.nowhere}' },
  ])
})

test('a picture of the product has its size before it is loaded', () => {
  const { blocks, problems } = read(
    '![A late loan](picture:late-loan "The line on the loan page.")',
  )

  expect(problems).toEqual([])
  expect(blocks).toEqual([
    {
      kind: 'picture',
      name: 'late-loan',
      alt: 'A late loan',
      caption: 'The line on the loan page.',
      width: 1200,
      height: 500,
    },
  ])
})

test.each([
  ['![A loan](picture:nowhere)', 'No picture "picture:nowhere"'],
  ['![](picture:late-loan)', 'A picture without words for those who cannot see it'],
  ['# Title', 'Headings are of level 2 or 3'],
  ['<script>alert(1)</script>', 'A page has no html'],
  ['Some <b>bold</b> words', 'A line has no html'],
  ['[x](javascript:alert)', 'Not an address that we link to: javascript:alert'],
  ['[x](//evil.example)', 'Not an address that we link to: //evil.example'],
  ['[x](fees)', 'Not an address that we link to: fees'],
])('%s is a problem', (body, text) => {
  expect(read(body).problems[0]).toEqual({ line: 7, text })
})

test('tables, lists and notes keep what stands in them', () => {
  const { blocks, words } = read(
    '| What | Cost |\n|---|--:|\n| **Loan** | $0 |\n\n- one\n- two\n  1. deeper\n\n> Note [it](/fees).',
  )

  expect(blocks.map(({ kind }) => kind)).toEqual(['table', 'list', 'note'])
  expect(blocks[0]).toMatchObject({ head: [{ end: false }, { end: true }] })
  expect(blocks[1]).toMatchObject({ items: [[{ kind: 'paragraph' }], [{}, { kind: 'list' }]] })
  expect(words).toBe(9)
})

test('front matter without a title, or with a name we do not know, is refused', () => {
  const file = (lines: string) => `---\n${lines}\n---\nText`
  const good = 'title: Late\nsummary: What happens.\ndate: 2026-11-19   # checked'

  expect(splitFrontMatter(file(good))).toMatchObject({
    matter: { title: 'Late', date: '2026-11-19', order: 0 },
    body: 'Text',
    firstLine: 6,
  })
  expect(() => splitFrontMatter(file('summary: x\ndate: 2026-11-19'))).toThrow('title')
  expect(() => splitFrontMatter(file(`${good}\nauthor: me`))).toThrow('author')
  expect(() => splitFrontMatter(file('title: x\nsummary: y\ndate: soon'))).toThrow('date')
  expect(() => splitFrontMatter('No dashes')).toThrow('No front matter')
})
