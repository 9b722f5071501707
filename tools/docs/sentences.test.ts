import { expect, test } from 'vitest'
import { textsOfMarkdown, textsOfSource } from './readable-texts.ts'
import { problemsOfFile, sentenceProblems } from './sentences.ts'

const long = 'word '.repeat(26).trim()

test('no sentence that people read is too long or a riddle', () => {
  expect(sentenceProblems()).toEqual([])
})

test('a sentence of more than 25 words is found wherever people read it', () => {
  const found = [`26 words, at most 25: "${long}"`]
  const problems = (source: string, name = 'a.tsx') =>
    problemsOfFile(name, source).map((problem) => problem.replace(/^a\.\w+:\d+: /, ''))
  expect(problems(`const a = <p>${long}</p>`)).toEqual(found)
  expect(problems(`const a = <Field description="${long}" />`)).toEqual(found)
  expect(problems(`const a = { title: '${long}' }`)).toEqual(found)
  expect(problems(`throw new Error('${long}')`)).toEqual(found)
  expect(problems(`const a = \`${long}\``, 'a.ts')).toEqual(found)
  expect(problems(`## A heading\n\n${long.replace(' ', '\n')}`, 'a.md')).toEqual(found)
  expect(problems(`const a = <p>${long.replace('word ', '')}</p>`)).toEqual([])
})

test('a banned phrase is found with what to say instead', () => {
  expect(problemsOfFile('a.tsx', `\nconst a = <Button>Leave it</Button>`)).toEqual([
    'a.tsx:2: A button says what happens when it is pressed. Say: Cancel. "Leave it"',
  ])
  expect(problemsOfFile('a.ts', `const a = 'Leave the record where it is'`)).toEqual([])
})

test('a text runs over inline elements and what is filled in, and ends at a block', () => {
  const source = `const a = <div>One <strong>two</strong> {x} <Money cents={1} />
    <Link to="/a">three</Link>{b && ' four'}.<p>Another text</p></div>`
  const texts = textsOfSource(source, { jsx: true }).map(({ text }) => text)
  expect(texts).toContain('One two … …three four.')
  expect(texts).toContain('Another text')
})

test('of two ways to end a sentence the longer counts, and a sum of texts is one text', () => {
  const source = `const a = \`Wait \${b ? 'for a very long time' : 'now'}\` + ' here.'`
  expect(textsOfSource(source, { jsx: false }).map(({ text }) => text)).toContain(
    'Wait for a very long time here.',
  )
})

test('what only a program reads is no sentence', () => {
  expect(problemsOfFile('a.ts', `import a from 'Leave it'\ntype B = 'Leave it'`)).toEqual([])
  expect(problemsOfFile('a.ts', `const sql = 'select ${long}'`)).toEqual([])
  expect(problemsOfFile('a.ts', `const a = 'With ${long}'`)).toHaveLength(1)
})

test('a Markdown page is read by paragraph, item and cell', () => {
  const page = '---\ntitle: A title\n---\n\nOne\ntwo [link](/to).\n\n- item\n\n| a cell | {fee} |\n'
  expect(textsOfMarkdown(page).map(({ text }) => text)).toEqual([
    'A title',
    'One two link.',
    'item',
    'a cell',
    '…',
  ])
})
