import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { lifecycleRows } from '../../packages/protocol/src/lifecycles/loan.ts'
import { listSentences } from './agreement-sentences.ts'
import { parseSections, referenceProblem, type Row } from './spec-coverage.ts'

/**
 * Checks that every sentence that people sign, or that our letters and notices state, is backed:
 * by a test, a row of the loan table, or, where no program can, the parties or the law. A new or
 * changed sentence fails until it has a row of its own.
 */
const file = join(resolve(import.meta.dirname, '../..'), 'docs/agreement-coverage.md')

const rowId = /^A-\d{3}$/
const tableRow = /^row (\d+)$/
/** What only people or courts can keep. The row must say why. */
const notOurs = /^(?:parties|law): \S.{9,}$/

function proofProblem(proof: string): string | undefined {
  const number = tableRow.exec(proof)?.[1]
  if (number) {
    const isThere = lifecycleRows.some(({ row }) => row === Number(number))
    return isThere ? undefined : `the loan table has no row ${number}`
  }
  return notOurs.test(proof) ? undefined : referenceProblem(proof)
}

function rowProblems({ line, id, shownBy, cells }: Row, seen: Set<string>): string[] {
  const problems: string[] = []
  if (!rowId.test(id)) problems.push('malformed id')
  if (seen.has(id)) problems.push('repeated id')
  seen.add(id)
  if (cells !== 3) problems.push(`${cells} cells instead of 3`)
  const proofs = shownBy.split(/<br\s*\/?>/).map((text) => text.trim())
  problems.push(...proofs.map(proofProblem).filter((problem) => problem !== undefined))
  return problems.map((problem) => `line ${line}, ${id}: ${problem}`)
}

const sentenceOf = (markdown: string[], { line }: Row): string =>
  (markdown[line - 1] ?? '').split(/(?<!\\)\|/)[2]?.trim() ?? ''

/** What the documents say and the page does not, and vice versa. */
function differences(printed: Map<string, string[]>, written: Map<string, string[]>): string[] {
  const headings = new Set([...printed.keys(), ...written.keys()])
  return [...headings].flatMap((heading) => {
    const [says, has] = [printed.get(heading) ?? [], written.get(heading) ?? []]
    return [
      ...says
        .filter((each) => !has.includes(each))
        .map((each) => `${heading}: no row for "${each}"`),
      ...has
        .filter((each) => !says.includes(each))
        .map((each) => `${heading}: no paper says "${each}"`),
    ]
  })
}

const markdown = readFileSync(file, 'utf8').split('\n')
const sections = parseSections(markdown.join('\n'))
const seen = new Set<string>()
const rows = sections.flatMap((section) => section.rows)
const written = new Map(
  sections.map(({ title, rows: own }) => [title, own.map((row) => sentenceOf(markdown, row))]),
)
const problems = [
  ...rows.flatMap((row) => rowProblems(row, seen)),
  ...differences(listSentences(), written),
]
for (const problem of problems) console.error(problem)
const ours = rows.filter(({ shownBy }) => !notOurs.test(shownBy)).length
console.log(`agreement coverage: ${rows.length} sentences, ${ours} shown by a test or a row`)
process.exitCode = problems.length > 0 ? 1 : 0
