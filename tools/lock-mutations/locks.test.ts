import { expect, test } from 'vitest'
import { lockProblems, locks } from './locks.ts'

test('there are forty locks to pick, each by a name of its own', () => {
  expect(new Set(locks.map(({ name }) => name)).size).toBe(40)
})

test('each stands in the code once, and is noticed by tests that exist', () => {
  expect(lockProblems()).toEqual([])
})
