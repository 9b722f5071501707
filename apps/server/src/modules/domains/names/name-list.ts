/** Many names at once: pasted text with any separator, or a CSV with a column of names. */
import {
  type DomainName,
  type NameRefusal,
  type NameRefusalReason,
  type NameRules,
} from './domain-name.ts'
import { readPastedName } from './pasted-name.ts'

const listedNamesMax = 1000

type NameList = {
  /** `from` is the original text, if it held more than the name. */
  names: { line: number; name: DomainName; from: string | null }[]
  refused: {
    line: number
    typed: string
    reason: NameRefusalReason | 'duplicate'
    words: string
  }[]
  /** How many entries after the first thousand were not read. */
  leftOut: number
}

/** Reads the first thousand entries, valid or not, so that the work is bounded. */
export function parseNameList(text: string, rules: NameRules = {}): NameList {
  const list: NameList = { names: [], refused: [], leftOut: 0 }
  const lineOf = new Map<string, number>()
  let read = 0
  for (const { line, typed } of listEntries(text)) {
    read += 1
    if (read > listedNamesMax) {
      list.leftOut += 1
      continue
    }
    const answer = readPastedName(typed, rules)
    const refusal = 'refusal' in answer ? answer.refusal : refuseTwin(lineOf, answer.name)
    if (refusal) {
      list.refused.push({ line, typed: typed.slice(0, typedShownMax), ...refusal })
    } else if ('name' in answer) {
      lineOf.set(answer.name.ascii, line)
      const from = answer.from?.slice(0, typedShownMax) ?? null
      list.names.push({ line, name: answer.name, from })
    }
  }
  return list
}

const typedShownMax = 100

function refuseTwin(
  lineOf: ReadonlyMap<string, number>,
  { ascii }: DomainName,
): { reason: 'duplicate'; words: NameRefusal['words'] } | null {
  const line = lineOf.get(ascii)
  return line === undefined
    ? null
    : { reason: 'duplicate', words: `The same domain is already on line ${line}.` }
}

type Entry = { line: number; typed: string }

function* listEntries(text: string): Generator<Entry> {
  const rows = text.replace(/^\uFEFF/, '').split(/\r\n|[\n\r\u2028]/)
  let column: number | undefined
  let separator: string | undefined
  for (const [index, row] of rows.entries()) {
    if (row.trim() === '') continue
    const line = index + 1
    if (separator === undefined) {
      separator = row.match(/[,;\t]/)?.[0] ?? ','
      column = findNameColumn(splitRow(row, separator))
      if (column !== undefined) continue // The header names the column and is no entry.
    }
    if (column === undefined) yield* splitFreely(row).map((typed) => ({ line, typed }))
    else yield { line, typed: splitRow(row, separator)[column] ?? '' }
  }
}

const headers = new Set(['domain', 'domains', 'domain name', 'domain names', 'domainname', 'name'])

function findNameColumn(cells: string[]): number | undefined {
  const index = cells.findIndex((cell) => headers.has(cell.toLowerCase().replaceAll('_', ' ')))
  return index < 0 ? undefined : index
}

/** A quoted cell may hold the separator. The quotes themselves go: no name has one. */
function splitRow(row: string, separator: string): string[] {
  const cells: string[] = []
  let cell = ''
  let isQuoted = false
  for (const letter of row) {
    if (letter === '"') isQuoted = !isQuoted
    else if (letter === separator && !isQuoted) {
      cells.push(cell.trim())
      cell = ''
    } else cell += letter
  }
  return [...cells, cell.trim()]
}

const splitFreely = (row: string) => row.split(/[\s,;|"']+/u).filter((typed) => typed !== '')
