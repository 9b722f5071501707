import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { mutationProblems, mutationsOfRows, type RowTests } from '../spec-mutations/mutations.ts'

const root = resolve(import.meta.dirname, '../..')
const defaultFile = join(root, 'docs/spec-coverage.md')
const decisions = join(root, 'docs/decisions')

const rowId = /^S([1-9])-\d{3}$/
const decidedCell = /^decided: (\d{4})$/
const reference = /^`([\w./-]+\.(?:test|spec)\.tsx?) › ([^`]+)`$/
// The lookbehind leaves out `pattern.test('…')`; skipped and planned tests show nothing.
const testTitle = new RegExp(
  [
    /(?<![\w$.])(?:test(?:OnBoth|OnPhone)?|it)(?:\.(?!(?:skip|todo|fixme|step)\b)\w+)*/,
    /(?:(?<=\.(?:each|for|skipIf|runIf))(?:<[^(]*>)?\s*(?:\([\s\S]*?\)|`[^`]*`))?/,
    /\s*\(\s*(['"`])((?:\\[\s\S]|(?!\1)[^\\])*)\1/,
  ]
    .map((part) => part.source)
    .join(''),
  'g',
)

export type Row = { line: number; section: string; id: string; shownBy: string; cells: number }
type Section = { title: string; rows: Row[] }
type Coverage = { problems: string[]; summary: string[] }

function parseRow(text: string, line: number, section: string): Row | undefined {
  const cells = text.split(/(?<!\\)\|/).slice(1, -1)
  const [id = '', , shownBy = ''] = cells.map((cell) => cell.trim())
  if (id === 'Id' || /^:?-+:?$/.test(id)) return undefined
  return { line, section, id, shownBy, cells: cells.length }
}

export function parseSections(markdown: string): Section[] {
  const sections: Section[] = []
  for (const [index, text] of markdown.split('\n').entries()) {
    if (text.startsWith('## ')) sections.push({ title: text.slice(3).trim(), rows: [] })
    if (!text.trimStart().startsWith('|')) continue
    if (sections.length === 0) sections.push({ title: '(no section)', rows: [] })
    const section = sections.at(-1)
    const row = parseRow(text.trim(), index + 1, section?.title ?? '')
    if (row) section?.rows.push(row)
  }
  return sections
}

function testTitles(source: string): Set<string> {
  const code = source.replace(/^\s*(?:\/\*[\s\S]*?\*\/|\/\/.*$)/gm, '')
  const titles = [...code.matchAll(testTitle)].map((match) => match[2] ?? '')
  return new Set(titles.map((title) => title.replace(/\\(.)/g, '$1')))
}

export function referenceProblem(text: string): string | undefined {
  const [, path = '', name = ''] = reference.exec(text) ?? []
  if (!path) return `neither a decision nor a test reference: ${text || '(empty)'}`
  if (!existsSync(join(root, path))) return `no such test file: ${path}`
  const titles = testTitles(readFileSync(join(root, path), 'utf8'))
  return titles.has(name.trim()) ? undefined : `no test named "${name.trim()}" in ${path}`
}

/** A deliberate deviation has a decision record that names the row. */
function decisionProblem(number: string, id: string): string | undefined {
  const file = readdirSync(decisions).find((name) => name.startsWith(`${number}-`))
  if (!file) return `no decision ${number}`
  const words = readFileSync(join(decisions, file), 'utf8')
  return words.includes(id) ? undefined : `decision ${number} does not name ${id}`
}

const partsOf = ({ shownBy }: Row) => shownBy.split(/<br\s*\/?>/).map((text) => text.trim())
const isDecided = (row: Row) => partsOf(row).some((part) => decidedCell.test(part))

/** Each row names at least one test, even where the product deviates on purpose. */
function shownByProblems(row: Row): string[] {
  const parts = partsOf(row)
  const problems = parts.map((part) => {
    const number = decidedCell.exec(part)?.[1]
    return number ? decisionProblem(number, row.id) : referenceProblem(part)
  })
  if (parts.every((part) => decidedCell.test(part))) problems.push('decided, but shown by no test')
  return problems.filter((problem) => problem !== undefined)
}

function idProblems(row: Row, seen: Set<string>): string[] {
  const section = rowId.exec(row.id)?.[1]
  const problems: string[] = []
  if (!section) problems.push('malformed id')
  else if (!row.section.startsWith(`${section}.`)) problems.push(`not of "${row.section}"`)
  if (seen.has(row.id)) problems.push('repeated id')
  seen.add(row.id)
  return problems
}

function rowProblems(row: Row, seen: Set<string>): string[] {
  const problems = idProblems(row, seen)
  if (row.cells === 3) problems.push(...shownByProblems(row))
  else problems.push(`${row.cells} cells instead of 3`)
  return problems.map((problem) => `line ${row.line}, ${row.id}: ${problem}`)
}

export function checkSpecCoverage(file: string = defaultFile): Coverage {
  const seen = new Set<string>()
  const problems: string[] = []
  const summary: string[] = []
  let total = 0
  let totalShown = 0
  let decided = 0
  for (const { title, rows } of parseSections(readFileSync(file, 'utf8'))) {
    let shown = 0
    for (const row of rows) {
      const found = rowProblems(row, seen)
      problems.push(...found)
      if (found.length > 0) continue
      shown += 1
      if (isDecided(row)) decided += 1
    }
    if (rows.length === 0) problems.push(`no rows under "${title}"`)
    summary.push(`  ${title}: ${shown}/${rows.length}`)
    total += rows.length
    totalShown += shown
  }
  if (total === 0) problems.push(`no rows in ${file}`)
  summary.push(
    `spec coverage: ${totalShown}/${total} rows shown by a test, ${decided} of them decided otherwise`,
  )
  return { problems, summary }
}

/** The fast tests that each row names: no journeys, and no screens in a browser. */
function testsOfRows(file: string = defaultFile): RowTests {
  const rows = parseSections(readFileSync(file, 'utf8')).flatMap((section) => section.rows)
  return new Map(
    rows.map(({ id, shownBy }) => {
      const found = shownBy.split(/<br\s*\/?>/).map((text) => reference.exec(text.trim()))
      const tests = found.map((match) => ({ path: match?.[1] ?? '', title: match?.[2] ?? '' }))
      return [id, tests.filter(({ path }) => /(?<!\.screen)\.test\.tsx?$/.test(path))]
    }),
  )
}

if (import.meta.main) {
  const [option, ...rows] = process.argv.slice(2)
  const mutates = option === '--mutate'
  const { problems, summary } = checkSpecCoverage(mutates ? undefined : option)
  problems.push(...mutationProblems(testsOfRows()))
  for (const problem of problems) console.error(problem)
  for (const line of summary) console.log(line)
  process.exitCode = problems.length > 0 ? 1 : 0
  if (mutates && problems.length === 0) {
    const { proveMutations } = await import('../mutations/mutations.ts')
    process.exit((await proveMutations(mutationsOfRows(testsOfRows(), { rows }))) ? 0 : 1)
  }
}
