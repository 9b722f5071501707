/**
 * The clock of the product is a function that PostgreSQL calls anew for each row it is compared with:
 * over 100,000 loans that took ten times as long. As a query of its own it is called once.
 */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/** Neither a query of its own, nor a column that one row is asked for. */
const calledForEachRow = /(?<!select )app_now\(\)(?! as \w|`\.as\()/

test('the repositories of the modules read the clock once a statement', () => {
  const files = globSync('modules/**/*.repository.ts', { cwd: import.meta.dirname })
  const texts = files.map((file) => readFileSync(join(import.meta.dirname, file), 'utf8'))

  const offenders = files.filter((_, index) => calledForEachRow.test(texts[index] ?? ''))

  expect(files.length).toBeGreaterThan(80)
  expect(texts.some((text) => text.includes('(select app_now())'))).toBe(true)
  expect(offenders).toEqual([])
})

test('a bare call in a filter is found, and one that is asked for once is not', () => {
  const found = [
    'due_at < app_now()',
    'app_now() > at',
    'from app_now() - due_at',
    "'>', sql`app_now()`",
  ]
  const allowed = [
    'due_at < (select app_now())',
    'select app_now() as now',
    'used_at, app_now() as now',
  ]

  expect(found.filter((text) => calledForEachRow.test(text))).toEqual(found)
  expect(allowed.filter((text) => calledForEachRow.test(text))).toEqual([])
})
