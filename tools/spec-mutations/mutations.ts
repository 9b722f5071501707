import { problemOf, type Mutation, type TestReference } from '../mutations/mutation.ts'
import type { Changes } from './changes.ts'
import { changesOfProtocol } from './of-protocol.ts'
import { changesOfScreens } from './of-screens.ts'
import { changesOfServer } from './of-server.ts'
import { changesOfWeb } from './of-web.ts'

const rowsMin = 200

/** The fast tests that each row of the specification names. */
export type RowTests = Map<string, TestReference[]>

const changes: Changes = {
  ...changesOfProtocol,
  ...changesOfServer,
  ...changesOfWeb,
  ...changesOfScreens,
}

const rowChanges = Object.entries(changes).flatMap(([file, ofFile]) =>
  ofFile.map(([row, text, replacement]) => ({ file, row, text, replacement })),
)
type RowChange = (typeof rowChanges)[number]

const spellOut = ({ row, file, text, replacement }: RowChange) =>
  `${row}, ${file}: ${text} → ${replacement}`.replaceAll(/\s+/g, ' ')

/** Each breaks the statement of one row; `rows` limits them to those. */
export function mutationsOfRows(rowTests: RowTests, { rows }: { rows: string[] }): Mutation[] {
  return rowChanges
    .filter(({ row }) => rows.length === 0 || rows.includes(row))
    .map((change) => ({ ...change, name: spellOut(change), tests: rowTests.get(change.row) ?? [] }))
}

/** What prevents them from being tried. */
export function mutationProblems(rowTests: RowTests): string[] {
  const rows = new Set(rowChanges.map(({ row }) => row))
  const problems =
    rows.size < rowsMin ? [`mutations of ${rows.size} rows, and not of ${rowsMin}`] : []
  for (const change of rowChanges) {
    const problem = problemOfRow(rowTests.get(change.row)) ?? problemOf(change)
    if (problem) problems.push(`mutation of ${spellOut(change)}: ${problem}`)
  }
  return problems
}

/** Journeys are left out, because each mutation would have to build the web. */
function problemOfRow(tests: TestReference[] | undefined): string | undefined {
  if (!tests) return 'no such row'
  return tests.length === 0 ? 'the row names journeys alone' : undefined
}
