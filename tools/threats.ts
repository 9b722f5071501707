import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseSections, referenceProblem } from './spec-coverage.ts'

/** Holds `docs/threat-model.md` against the tests it names: each threat has one that would notice. */
const file = join(resolve(import.meta.dirname, '..'), 'docs/threat-model.md')
const rows = parseSections(readFileSync(file, 'utf8')).flatMap((section) => section.rows)
const ids = new Set(rows.map(({ id }) => id))
const problems = rows.flatMap(({ line, id, shownBy, cells }) =>
  [
    /^T-[A-Z]\d\d$/.test(id) ? undefined : 'malformed id',
    cells === 3 ? undefined : `${cells} cells instead of 3`,
    ...shownBy.split('<br>').map((text) => referenceProblem(text.trim())),
  ].flatMap((problem) => (problem ? [`line ${line}, ${id}: ${problem}`] : [])),
)
if (ids.size !== rows.length) problems.push('an id stands twice')
for (const problem of problems) console.error(problem)
console.log(`${rows.length} threats, each with the tests that hold it`)
process.exitCode = problems.length > 0 ? 1 : 0
