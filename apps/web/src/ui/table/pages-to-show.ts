const allShownMax = 7

/** The first, the last and those around the one shown; `null` is a gap of more than one page. */
export function pagesToShow({ page, last }: { page: number; last: number }): (number | null)[] {
  if (last <= allShownMax) return Array.from({ length: last }, (_, index) => index + 1)

  const middle = Math.min(Math.max(page, 4), last - 3)
  const near = [middle - 1, middle, middle + 1]
  const before = middle - 1 > 3 ? null : 2
  const after = middle + 1 < last - 2 ? null : last - 1
  return [1, before, ...near, after, last]
}
