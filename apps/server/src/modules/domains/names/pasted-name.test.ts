import { expect, test } from 'vitest'
import { readPastedName } from './pasted-name.ts'

const read = (input: string) => {
  const answer = readPastedName(input)
  return 'name' in answer ? [answer.name.ascii, answer.from] : answer.refusal.reason
}

test.each([
  ['https://www.Example.com/path?x', 'example.com'],
  ['someone@mail.example.co.uk', 'example.co.uk'],
  ['blog.example.com', 'example.com'],
  ['example.com.', 'example.com'],
  ['https://shop.bücher.de/x', 'xn--bcher-kva.de'],
  ['www.fb.me', 'fb.me'],
])('%s is read as %s, and says what it was read from', (input, name) => {
  expect(read(input)).toEqual([name, input])
})

test.each([
  ['example.com', 'example.com'],
  [' Example.COM ', 'example.com'],
  ['Bücher.de', 'xn--bcher-kva.de'],
  ['XN--BCHER-KVA.de', 'xn--bcher-kva.de'],
])('%j is the name itself', (input, name) => {
  expect(read(input)).toEqual([name, null])
})

test.each([
  ['https://foo.github.io/x', 'subdomain'],
  ['example.uk.com', 'subdomain'],
  ['https://1.2.3.4/', 'ip-address'],
  ['https://', 'web-address'],
  ['javascript:alert(1)', 'web-address'],
  ['mailto:nobody', 'no-ending'],
  ['https://localhost:3000', 'no-ending'],
])('%s is still refused: %s', (input, reason) => {
  expect(read(input)).toBe(reason)
})
