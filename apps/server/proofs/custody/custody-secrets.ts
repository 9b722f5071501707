/** Searches for codes where none may be: in every table, and in the logs of the nodes. */
import { spawnSync } from 'node:child_process'
import { invariant } from '../../src/platform/app-error.ts'
import type { House } from './custody-house.ts'

/** Codes as the other registrar makes them, raw or escaped for XML. */
const codeShape = String.raw`[A-Za-z0-9_-]{12}-A&(amp;)?1`

/** `more` are codes of another shape: those we made ourselves. */
export async function countCodesLeft(house: House, more: readonly string[]): Promise<number> {
  const inLog = [
    ...listMatches(house.logFile, ['-aoE', codeShape]),
    ...more.flatMap((code) => listMatches(house.logFile, ['-aoF', '-e', code])),
  ]
  const inTables = await listTables(house, more)
  if (inLog.length > 0) console.error(`${inLog.length} codes in the log`)
  for (const table of inTables) console.error(`a code in the table ${table}`)
  return inLog.length + inTables.length
}

function listMatches(file: string, options: string[]): string[] {
  const { status, stdout } = spawnSync('grep', [...options, file], {
    encoding: 'utf8',
    maxBuffer: 100_000_000,
  })
  invariant(status === 0 || status === 1, `grep of ${file} ended with ${status}`)
  return stdout.split('\n').filter(Boolean)
}

async function listTables({ rows }: House, more: readonly string[]): Promise<string[]> {
  const tables = await rows<{ table: string }>(
    `select format('%I.%I', table_schema, table_name) as table from information_schema.tables
     where table_schema in ('public', 'pgboss') and table_type = 'BASE TABLE'`,
  )
  const found: string[] = []
  for (const { table } of tables) {
    const hits = await rows(
      `select from ${table} as row where row::text ~ $1
         or exists (select from unnest($2::text[]) as code where strpos(row::text, code) > 0) limit 1`,
      [codeShape, more],
    )
    if (hits.length > 0) found.push(table)
  }
  return found
}
