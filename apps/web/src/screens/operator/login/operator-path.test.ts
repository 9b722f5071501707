import { expect, test } from 'vitest'
import { operatorPath } from './operator-path.ts'

const asked = (from: string) => operatorPath(`#from=${encodeURIComponent(from)}`)

test('a login leads back to the page of the console that asked for it', () => {
  expect(asked('/operator/cases/1?page=2')).toBe('/operator/cases/1?page=2')
})

test.each([
  'https://elsewhere.example',
  '//elsewhere.example',
  '/app',
  '/operators',
  '',
  'operator',
])('a login never leads out of the console: %s', (from) => {
  expect(asked(from)).toBe('/operator')
})

test('a login does not lead to itself', () => {
  expect(asked('/operator/login')).toBe('/operator')
})
