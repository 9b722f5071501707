import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type NameRefusalReason, readDomainName } from './domain-name.ts'

const read = (input: string) => {
  const answer = readDomainName(input)
  return 'name' in answer ? answer.name : answer.refusal.reason
}

test.each([
  ['example.com', 'example.com', 'example.com'],
  ['  Example.COM. ', 'example.com', 'example.com'],
  ['example.co.uk', 'example.co.uk', 'example.co.uk'],
  ['faß.de', 'xn--fa-hia.de', 'faß.de'],
  ['XN--FA-HIA.de', 'xn--fa-hia.de', 'faß.de'],
  ['BÜCHER.ch', 'xn--bcher-kva.ch', 'bücher.ch'],
  ['пример.рф', 'xn--e1afmkfd.xn--p1ai', 'пример.рф'],
  ['例え。jp', 'xn--r8jz45g.jp', '例え.jp'],
  ['github.io', 'github.io', 'github.io'],
  ['www.ck', 'www.ck', 'www.ck'],
  [`${'a'.repeat(63)}.com`, `${'a'.repeat(63)}.com`, `${'a'.repeat(63)}.com`],
])('%s is a name', (input, ascii, unicode) => {
  expect(read(input)).toMatchObject({ ascii, unicode })
})

const refusals: [string, NameRefusalReason][] = [
  ['', 'empty'],
  [' . ', 'empty'],
  ['a'.repeat(2000), 'too-long'],
  [`${'a'.repeat(64)}.com`, 'not-a-name'],
  ['1.2.3.4', 'ip-address'],
  ['[::1]', 'ip-address'],
  ['::ffff:10.0.0.1', 'ip-address'],
  ['https://example.com', 'web-address'],
  ['example.com/path', 'web-address'],
  ['example.com:443', 'web-address'],
  ['javascript:alert(1)', 'web-address'],
  ['someone@example.com', 'email-address'],
  ['exa\u00ADmple.com', 'hidden-character'],
  ['exam\u200Bple.com', 'hidden-character'],
  ['exam\u202Eple.com', 'hidden-character'],
  ['exam\0ple.com', 'hidden-character'],
  ['a..com', 'not-a-name'],
  ['.example.com', 'not-a-name'],
  ['-bad.com', 'not-a-name'],
  ['bad-.com', 'not-a-name'],
  ['ab--cd.com', 'not-a-name'],
  ['a_b.com', 'not-a-name'],
  ['a b.com', 'not-a-name'],
  ['xn--a.com', 'not-a-name'],
  ['*.com', 'not-a-name'],
  ['example', 'no-ending'],
  ['localhost', 'no-ending'],
  ['example.test', 'unknown-ending'],
  ['example.invalidending', 'unknown-ending'],
  ['com', 'public-suffix'],
  ['co.uk', 'public-suffix'],
  ['x.ck', 'public-suffix'],
  ['www.example.co.uk', 'subdomain'],
  ['foo.github.io', 'subdomain'],
  ['example.uk.com', 'subdomain'],
]
test.each(refusals)('%j is refused: %s', (input, reason) => {
  expect(read(input)).toBe(reason)
})

test('every refusal says in words what is wrong', () => {
  const words = refusals.map(([input]) => {
    const answer = readDomainName(input)
    return 'refusal' in answer ? answer.refusal.words : ''
  })

  expect(words.every((text) => /^\S.{10,200}\.$/u.test(text))).toBe(true)
  expect(words).toContain('www.example.co.uk is a subdomain. Add example.co.uk instead.')
  expect(words).toContain('A name cannot contain "_". Use letters, digits and hyphens only.')
})

test('an ending that a registry sells below a name of its own counts when it is listed', () => {
  const soldSuffixes = new Set(['uk.com'])

  const sold = readDomainName('example.uk.com', { soldSuffixes })
  expect(sold).toMatchObject({ name: { ascii: 'example.uk.com', suffix: 'uk.com' } })
  const below = readDomainName('www.example.uk.com', { soldSuffixes })
  expect(below).toMatchObject({ refusal: { reason: 'subdomain' } })
  const itself = readDomainName('uk.com', { soldSuffixes })
  expect(itself).toMatchObject({ refusal: { reason: 'public-suffix' } })
  const other = readDomainName('example.github.io', { soldSuffixes })
  expect(other).toMatchObject({ refusal: { reason: 'subdomain' } })
})

test.each([
  ['аррӏе.com', false, 'apple.com'], // Cyrillic throughout
  ['xn--80ak6aa92e.com', false, 'apple.com'],
  ['раypal.com', true, 'paypal.com'], // two Cyrillic letters among Latin ones
  ['gοοgle.com', true, 'google.com'], // Greek omicrons
  ['ɡoogle.com', false, 'google.com'],
  ['пример.com', false, null],
  ['москва-shop.com', true, null],
  ['сор.рф', false, null], // its ending says which alphabet to expect
  ['bücher.de', false, null],
  ['例えexample.jp', false, null], // Japanese is written with Latin letters
  ['한국shop.kr', false, null],
  ['plain-name123.com', false, null],
])('%s: mixed scripts %s, looks like %s', (input, hasMixedScripts, looksLike) => {
  expect(read(input)).toMatchObject({ hasMixedScripts, looksLike })
})

const letters = fc.constantFrom(...'abcxyz059-äßüéаеорхпривετοςπ日本語ひらカタ한국ابجदे.。 _\u200B')
const typed = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 40 }),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc
    .tuple(
      fc.string({ unit: letters, maxLength: 20 }),
      fc.constantFrom('.com', '.рф', '.co.uk', '.de.'),
    )
    .map((parts) => parts.join('')),
)

test('whatever is typed gives one name, in a form that reads as itself, or a reason', () => {
  let names = 0
  fc.assert(
    fc.property(typed, (input) => {
      const answer = readDomainName(input)
      if ('refusal' in answer) return answer.refusal.words !== ''

      names += 1
      const { ascii, unicode } = answer.name
      expect(ascii).toMatch(/^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]+$/)
      expect(read(ascii)).toEqual(answer.name)
      expect(read(unicode)).toEqual(answer.name)
      expect(read(` ${unicode}. `)).toEqual(answer.name)
      return true
    }),
    { numRuns: 3000 },
  )
  expect(names).toBeGreaterThan(100)
})

test('upper and lower case are one name', () => {
  const label = fc.stringMatching(/^[a-z0-9][a-z0-9]{0,20}$/)
  fc.assert(
    fc.property(label, fc.constantFrom('com', 'net', 'co.uk'), (first, ending) => {
      const name = `${first}.${ending}`
      expect(read(name.toUpperCase())).toEqual(read(name))
    }),
  )
})
