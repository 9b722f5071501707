/** One line of `pnpm bench`: a figure beside what it has to reach. */
export type Row = {
  /** The bar's name, which is also the command's: `pnpm bench directory`. */
  bar: string
  what: string
  measured: number
  goal: number
  /** Whether the goal is a floor or a ceiling. */
  is: 'at least' | 'at most'
  unit?: string
  /** What others reach, or what there was before, as text. */
  peer?: string
  /** What cannot be passed. */
  limit?: string
}

/** A bar is a program of its own. Whatever else it prints, its rows come last, on one line. */
export function printRows(rows: Row[]): void {
  process.stdout.write(`\n${rowsMark}${JSON.stringify(rows)}\n`)
}

export const rowsMark = 'rows: '

export const readRows = (output: string): Row[] => {
  const line = output.split('\n').findLast((each) => each.startsWith(rowsMark))
  if (!line) throw new Error('The bar printed no rows')
  return JSON.parse(line.slice(rowsMark.length)) as Row[]
}

export function medianOf(figures: number[]): number {
  const sorted = figures.toSorted((one, other) => one - other)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle] ?? Number.NaN
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2
}
