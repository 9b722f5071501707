import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { checkSpecCoverage } from './spec-coverage.ts'

const shown = '`tools/docs/spec-coverage.test.ts › a row is shown by a test that exists`'

/** The problems of a file with this one row. */
function problemsOf({ id = 'S2-031', shownBy }: { id?: string; shownBy: string }): string[] {
  const file = join(mkdtempSync(join(tmpdir(), 'spec-')), 'spec-coverage.md')
  writeFileSync(file, `## ${id.slice(1, 2)}. A section\n\n| ${id} | Statement | ${shownBy} |\n`)
  return checkSpecCoverage(file).problems.map((problem) => problem.replace(/^line \d+, /, ''))
}

test('a row is shown by a test that exists', () => {
  expect(problemsOf({ shownBy: shown })).toEqual([])
  expect(problemsOf({ shownBy: shown.replace('exists', 'is gone') })).toEqual([
    'S2-031: no test named "a row is shown by a test that is gone" in tools/docs/spec-coverage.test.ts',
  ])
})

test('no row is open', () => {
  expect(problemsOf({ shownBy: 'open (market)' })).toEqual([
    'S2-031: neither a decision nor a test reference: open (market)',
  ])
})

test('a row is decided only where the record names it, and still shown by a test', () => {
  expect(problemsOf({ shownBy: `decided: 0014<br>${shown}` })).toEqual([])
  expect(problemsOf({ shownBy: 'decided: 0014' })).toEqual([
    'S2-031: decided, but shown by no test',
  ])
  expect(problemsOf({ id: 'S2-001', shownBy: `decided: 0014<br>${shown}` })).toEqual([
    'S2-001: decision 0014 does not name S2-001',
  ])
  expect(problemsOf({ shownBy: `decided: 9999<br>${shown}` })).toEqual(['S2-031: no decision 9999'])
})

test('sections are numbered from 1 to 9', () => {
  expect(problemsOf({ id: 'S1-001', shownBy: shown })).toEqual([])
  expect(problemsOf({ id: 'S0-001', shownBy: shown })).toContain('S0-001: malformed id')
})
