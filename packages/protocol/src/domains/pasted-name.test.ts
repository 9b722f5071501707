import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cleanPastedName, readSearch } from './pasted-name.ts'

test.each([
  ['example.com', 'example.com'],
  ['https://www.Example.com/path?x', 'example.com'],
  ['http://example.com:8080', 'example.com'],
  ['HTTPS://WWW.EXAMPLE.COM/', 'example.com'],
  ['//example.com/a', 'example.com'],
  ['example.com/path#top', 'example.com'],
  ['example.com?x=1', 'example.com'],
  ['example.com.', 'example.com'],
  ['  example.com \n', 'example.com'],
  ['example . com', 'example.com'],
  ['user@example.com', 'example.com'],
  ['mailto:user@example.com', 'example.com'],
  ['<user@example.com>', 'example.com'],
  ['https://user:secret@example.com:443/x', 'example.com'],
  ['www.example.co.uk', 'example.co.uk'],
  ['https://www.bücher.de/laden', 'bücher.de'],
  ['https://xn--bcher-kva.de', 'xn--bcher-kva.de'],
  ['例え。jp/道', '例え。jp'],
  ['blog.example.com', 'blog.example.com'], // The server knows which part is registered.
  ['www.com', 'www.com'],
  ['www.co.uk', 'www.co.uk'],
  ['', ''],
  ['https://', ''],
])('%j is cleaned to %j', (typed, name) => {
  expect(cleanPastedName(typed)).toBe(name)
})

test('what is clean stays as it is', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (typed) => {
      const once = cleanPastedName(`https://${typed}.com/path`)
      return cleanPastedName(once) === once
    }),
  )
})

test.each([
  ['keel', 'keel'],
  [' Bright keel ', 'Bright keel'],
  ['.com', '.com'],
  ['keel.', 'keel.'],
  ['keel.com.', 'keel.com'],
  ['https://www.keel.com/about', 'keel.com'],
  ['www.keel.com', 'keel.com'],
  ['harbour@keel.com', 'keel.com'],
])('%j is looked for as %j', (typed, text) => {
  expect(readSearch(typed)).toBe(text)
})
