/** Arithmetic of charts. Shares are parts of the height or width of the drawing, from 0 to 1. */

const steps = [1, 2, 5, 10]

/** Round marks of an axis from `from` up to at least `to`, about `count` apart. */
export function marksOf({ from, to }: { from: number; to: number }, count: number): number[] {
  const rough = Math.max((to - from) / count, 1e-9)
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = (steps.find((each) => each * power >= rough * 0.999) ?? 10) * power
  const first = Math.floor(from / step + 1e-9)
  const last = Math.max(Math.ceil(to / step - 1e-9), first + 1)
  return Array.from({ length: last - first + 1 }, (_, index) => tidy((first + index) * step))
}

const tidy = (value: number) => Number(value.toPrecision(12))

export type Part = { key: string; count: number | null }
export type Segment = { key: string; from: number; size: number; isFew: boolean }

/** What is drawn for a count that is hidden, whatever it is. */
const fewShare = 0.05

/** The marks of the axis that these stacks fit on with the least room above. */
export function marksFor(stacks: readonly (readonly Part[])[]): number[] {
  const needed = stacks.map((parts) => {
    const few = parts.filter((part) => part.count === null).length
    return sum(parts) / (1 - few * fewShare)
  })
  const to = Math.max(2, ...needed)
  const [least = []] = [3, 4]
    .map((count) => marksOf({ from: 0, to }, count))
    .toSorted((one, other) => (one.at(-1) ?? 0) - (other.at(-1) ?? 0))
  return least
}

/** Parts upon each other. Those without a count get a height that says nothing. */
export function stack(parts: readonly Part[], top: number): Segment[] {
  let from = 0
  return parts
    .filter((part) => part.count !== 0)
    .map(({ key, count }) => {
      const size = count === null ? fewShare : count / top
      const segment = { key, from, size, isFew: count === null }
      from += size
      return segment
    })
}

const sum = (parts: readonly Part[]) => parts.reduce((all, { count }) => all + (count ?? 0), 0)

/** Places for labels, each as near to its middle as the distance between them allows. */
export function spreadLabels(middles: readonly number[], gap: number): number[] {
  const placed: number[] = []
  for (const middle of middles) {
    placed.push(Math.max(middle, (placed.at(-1) ?? -Infinity) + gap, gap / 2))
  }
  let limit = 1 - gap / 2
  for (let index = placed.length - 1; index >= 0; index--) {
    placed[index] = Math.min(placed[index] ?? 0, limit)
    limit = (placed[index] ?? 0) - gap
  }
  return placed
}

export type Point = { x: number; y: number; value: number; at: number }

/** Lines through values; where one is missing, the line ends and another begins. */
export function linesThrough(
  values: readonly (number | null)[],
  { from, to }: { from: number; to: number },
): Point[][] {
  const lines: Point[][] = [[]]
  values.forEach((value, at) => {
    const x = values.length === 1 ? 0.5 : at / (values.length - 1)
    if (value === null) lines.push([])
    else lines.at(-1)?.push({ x, y: 1 - (value - from) / (to - from), value, at })
  })
  return lines.filter((line) => line.length > 0)
}
