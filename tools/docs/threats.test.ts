import { expect, test } from 'vitest'
import { checkThreats } from './threats.ts'

const row = (id: string, name = 'a threat is held by a test that exists') =>
  `| ${id} | Somebody takes something | \`tools/docs/threats.test.ts › ${name}\` |\n`

test('a threat is held by a test that exists', () => {
  expect(checkThreats(`## A section\n\n${row('T-P01')}`)).toEqual({ count: 1, problems: [] })
  expect(checkThreats(row('T-P01', 'gone')).problems).toEqual([
    'line 1, T-P01: no test named "gone" in tools/docs/threats.test.ts',
  ])
})

test('an id has its form and stands once', () => {
  expect(checkThreats(row('T-1')).problems).toEqual(['line 1, T-1: malformed id'])
  expect(checkThreats(row('T-P01') + row('T-P01')).problems).toEqual(['an id stands twice'])
})

test('a threat model without any threat is refused', () => {
  expect(checkThreats('# Threat model\n').problems).toEqual(['no threat is named'])
})
