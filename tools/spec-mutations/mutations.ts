import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { changesOfProtocol } from './of-protocol.ts'
import { changesOfScreens } from './of-screens.ts'
import { changesOfServer } from './of-server.ts'
import { changesOfWeb } from './of-web.ts'

const root = resolve(import.meta.dirname, '../..')
const rowsMin = 200

export type TestReference = { path: string; title: string }
/** The quick tests that each row of the specification names. */
export type RowTests = Map<string, TestReference[]>
export type Mutation = { row: string; file: string; text: string; replacement: string }

/** By file: the row, the text that is replaced and what stands there instead. */
export type Changes = Record<string, [row: string, text: string, replacement: string][]>

const changes: Changes = {
  ...changesOfProtocol,
  ...changesOfServer,
  ...changesOfWeb,
  ...changesOfScreens,
}

export const mutations: Mutation[] = Object.entries(changes).flatMap(([file, ofFile]) =>
  ofFile.map(([row, text, replacement]) => ({ file, row, text, replacement })),
)

export const mutationInWords = ({ row, file, text, replacement }: Mutation) =>
  `${row}, ${file}: ${text} → ${replacement}`.replaceAll(/\s+/g, ' ')

/** What keeps a mutation from being tried: the table must not rot while the code moves on. */
export function mutationProblems(rowTests: RowTests): string[] {
  const rows = new Set(mutations.map(({ row }) => row))
  const problems =
    rows.size < rowsMin ? [`mutations of ${rows.size} rows, and not of ${rowsMin}`] : []
  for (const mutation of mutations) {
    const problem = problemOf(mutation, rowTests.get(mutation.row))
    if (problem) problems.push(`mutation of ${mutationInWords(mutation)}: ${problem}`)
  }
  return problems
}

function problemOf({ file, text }: Mutation, tests: TestReference[] | undefined) {
  if (!tests) return 'no such row'
  if (tests.length === 0) return 'the row names journeys alone'
  if (!existsSync(join(root, file))) return 'no such file'
  const times = readFileSync(join(root, file), 'utf8').split(text).length - 1
  return times === 1 ? undefined : `the text stands there ${times} times`
}
