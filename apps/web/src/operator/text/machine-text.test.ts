import { expect, test } from 'vitest'
import { textOf } from './machine-text.ts'

test.each([
  ['request_transfer', 'Request transfer'],
  ['emailChanging', 'Email changing'],
  ['drift', 'Drift'],
  ['', ''],
])('%s reads "%s"', (name, words) => {
  expect(textOf(name)).toBe(words)
})
