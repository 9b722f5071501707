import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseSections, referenceProblem } from './spec-coverage.ts'

/** Checks `docs/threat-model.md` against the tests it names: each threat has a test. */
export function checkThreats(markdown: string): { count: number; problems: string[] } {
  const rows = parseSections(markdown).flatMap((section) => section.rows)
  const ids = new Set(rows.map(({ id }) => id))
  const problems = rows.flatMap(({ line, id, shownBy, cells }) =>
    [
      /^T-[A-Z]\d\d$/.test(id) ? undefined : 'malformed id',
      cells === 3 ? undefined : `${cells} cells instead of 3`,
      ...shownBy.split('<br>').map((text) => referenceProblem(text.trim())),
    ].flatMap((problem) => (problem ? [`line ${line}, ${id}: ${problem}`] : [])),
  )
  // Otherwise a table that no longer parses would pass with nothing checked.
  if (rows.length === 0) problems.push('no threat is named')
  if (ids.size !== rows.length) problems.push('an id stands twice')
  return { count: rows.length, problems }
}

if (import.meta.main) {
  const file = join(resolve(import.meta.dirname, '../..'), 'docs/threat-model.md')
  const { count, problems } = checkThreats(readFileSync(file, 'utf8'))
  for (const problem of problems) console.error(problem)
  if (problems.length === 0) console.log(`${count} threats, each with the tests that hold it`)
  process.exitCode = problems.length > 0 ? 1 : 0
}
