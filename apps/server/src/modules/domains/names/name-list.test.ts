import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseNameList } from './name-list.ts'

const namesIn = (text: string) => parseNameList(text).names.map(({ name }) => name.ascii)

test.each([
  ['lines', 'one.com\ntwo.com\r\nthree.com\rfour.com\u2028five.com\n\n'],
  ['commas and spaces', 'one.com, two.com three.com,four.com ,five.com'],
  ['semicolons, bars and tabs', 'one.com;two.com|three.com\tfour.com; five.com'],
  ['quotes', '"one.com","two.com"\n\'three.com\' "four.com"\n"five.com"'],
  ['a byte order mark', '\uFEFFone.com\ntwo.com\nthree.com\nfour.com\nfive.com'],
  ['a header alone', 'Domain\none.com\ntwo.com\nthree.com\nfour.com\nfive.com'],
  [
    'a CSV',
    'Registrar,Domain Name,Price\nA,one.com,1\n"B, Inc.",two.com,2\n"C ""x""",three.com,\nD,"four.com",\nE,five.com',
  ],
  [
    'a CSV of Excel',
    '\uFEFFPreis;domain_name\r\n1,5;one.com\r\n2;two.com\r\n;three.com\r\n;four.com\r\n;five.com',
  ],
  ['tabs with a header', 'name\tyear\none.com\t1\ntwo.com\t2\nthree.com\t3\nfour.com\t\nfive.com'],
])('names are read from %s', (_, text) => {
  expect(namesIn(text)).toEqual(['one.com', 'two.com', 'three.com', 'four.com', 'five.com'])
  expect(parseNameList(text)).toMatchObject({ refused: [], leftOut: 0 })
})

test('what is refused tells its line, what stood there and why', () => {
  const list = parseNameList('one.com\n\nnonsense, ONE.com.\nbücher.de\nxn--bcher-kva.de')

  expect(list.names.map(({ line, name }) => [line, name.ascii])).toEqual([
    [1, 'one.com'],
    [4, 'xn--bcher-kva.de'],
  ])
  expect(list.refused).toEqual([
    expect.objectContaining({ line: 3, typed: 'nonsense', reason: 'no-ending' }),
    {
      line: 3,
      typed: 'ONE.com.',
      reason: 'duplicate',
      words: 'The same domain is already on line 1.',
    },
    expect.objectContaining({ line: 5, reason: 'duplicate' }),
  ])
})

test('an address is read as its name, and keeps what stood there', () => {
  const list = parseNameList('one.com\nhttps://www.two.com/about, me@three.com')

  expect(list.names.map(({ name, from }) => [name.ascii, from])).toEqual([
    ['one.com', null],
    ['two.com', 'https://www.two.com/about'],
    ['three.com', 'me@three.com'],
  ])
})

test('a row of a CSV without a name is refused on its line', () => {
  const list = parseNameList('price,domain\n1,one.com\n2\n3,')

  expect(list.refused).toMatchObject([
    { line: 3, reason: 'empty' },
    { line: 4, reason: 'empty' },
  ])
})

test('a thousand are read, and the rest is counted', () => {
  const text = Array.from({ length: 1203 }, (_, index) => `name${index}.com`).join('\n')

  const list = parseNameList(text)

  expect(list.names).toHaveLength(1000)
  expect(list.leftOut).toBe(203)
})

test('a hostile text of a megabyte is read in no time', () => {
  const startedAt = performance.now()
  for (const piece of ['"', 'a', ',', '""', '"a', 'domain,', 'xn--', '.', '\n', 'é']) {
    parseNameList(`domain,x\n${piece.repeat(1_000_000 / piece.length)}`)
    parseNameList(piece.repeat(1_000_000 / piece.length))
  }
  expect(performance.now() - startedAt).toBeLessThan(15_000)
})

test('every entry is a name, a refusal or left out, whatever the text', () => {
  const piece = fc.oneof(
    fc.constantFrom(
      'one.com',
      'two.de',
      'WWW.one.com',
      'bücher.de',
      '"',
      ',',
      ';',
      '\n',
      '\t',
      ' ',
    ),
    fc.string({ unit: 'binary', maxLength: 8 }),
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
      const text = pieces.join('')
      const { names, refused, leftOut } = parseNameList(text)

      const asciis = names.map(({ name }) => name.ascii)
      expect(new Set(asciis).size).toBe(asciis.length)
      expect(leftOut).toBe(0)
      const lines = text.split(/\r\n|[\n\r\u2028]/).length
      for (const { line } of [...names, ...refused]) expect(line).toBeLessThanOrEqual(lines)
    }),
    { numRuns: 500 },
  )
})
