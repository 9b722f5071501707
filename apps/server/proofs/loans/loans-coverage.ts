/** Which rows of the table were taken, how, and which guards were seen to hold and to fail. */
import { restatedRows } from '@pier/protocol/test/loan-restated'
import type { House } from '../custody/custody-house.ts'
import { guardsSeen } from './loans-oracle.ts'

export type Coverage = {
  rows: number
  missed: number[]
  ways: number
  waysMissed: string[]
  /** Signatures on agreements that were printed. */
  signatures: number
}

type Way = { row: number; action: string; who: string }
const nameOf = ({ row, action, who }: Way) => `${row} ${action} ${who}`

/** Row 1 created each loan, and row 37 is a hold. */
export async function countRows({ rows }: House, holds: number): Promise<Coverage> {
  const lines = await rows<Way & { count: string }>(
    `select (data ->> 'row')::integer as row, action, actor as who, count(*) as count
     from escrow_events where version is not null group by 1, 2, 3 order by 1, 2, 3`,
  )
  for (const [row, ways] of Map.groupBy(lines, (line) => line.row)) {
    const words = ways.map(({ action, who, count }) => `${action} ${who} ${count}`)
    console.log(`row ${String(row).padStart(2)}: ${words.join(', ')}`)
  }
  const taken = new Set(lines.map(({ row }) => row))
  if (holds > 0) taken.add(37)
  const numbers = new Set([1, ...restatedRows.map(({ row }) => row), 37])
  const missed = [...numbers].filter((row) => !taken.has(row))
  const names = new Set(lines.map(nameOf))
  const ways = new Set(restatedRows.map(nameOf))
  const waysMissed = [...ways].filter((name) => !names.has(name))
  if (missed.length > 0) console.log(`rows not taken: ${missed.join(', ')}`)
  if (waysMissed.length > 0) console.log(`ways not taken: ${waysMissed.join(', ')}`)
  const { length: signatures } = await rows('select from agreement_signatures')
  return { rows: taken.size, missed, ways: ways.size, waysMissed, signatures }
}

export function countGuards() {
  const asked = restatedRows.filter((row) => guardsSeen.has(row) && row.isMet.length > 0)
  const both = asked.filter((row) => {
    const { held: met = 0, failed = 0 } = guardsSeen.get(row) ?? {}
    return met > 0 && failed > 0
  })
  return { held: both.length, all: asked.length }
}
