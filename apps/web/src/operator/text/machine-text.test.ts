import { expect, test } from 'vitest'
import { wordsOf } from './machine-text.ts'

test.each([
  ['request_transfer', 'Request transfer'],
  ['emailChanging', 'Email changing'],
  ['drift', 'Drift'],
  ['', ''],
])('%s reads "%s"', (name, words) => {
  expect(wordsOf(name)).toBe(words)
})
