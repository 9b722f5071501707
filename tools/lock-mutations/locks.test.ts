import { expect, test } from 'vitest'
import { lockProblems, locks } from './locks.ts'

test('there are forty security checks to remove, each with a unique name', () => {
  expect(new Set(locks.map(({ name }) => name)).size).toBe(40)
})

test('each check occurs exactly once in the code and names tests that exist', () => {
  expect(lockProblems()).toEqual([])
})
