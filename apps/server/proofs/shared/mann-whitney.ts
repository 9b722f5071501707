/**
 * How likely two samples this different are if both come from one source: the two-sided p-value of
 * the Mann-Whitney test, by the normal approximation, which is good from twenty values on.
 */
export function mannWhitney(a: number[], b: number[]): number {
  const all = [
    ...a.map((value) => ({ value, isA: true })),
    ...b.map((value) => ({ value, isA: false })),
  ].toSorted((one, other) => one.value - other.value)

  let rankSum = 0
  let start = 0
  while (start < all.length) {
    let end = start
    while (end < all.length && all[end]?.value === all[start]?.value) end++
    const sharedRank = (start + 1 + end) / 2
    rankSum += sharedRank * all.slice(start, end).filter(({ isA }) => isA).length
    start = end
  }
  const u = rankSum - (a.length * (a.length + 1)) / 2
  const mean = (a.length * b.length) / 2
  const deviation = Math.sqrt((a.length * b.length * (a.length + b.length + 1)) / 12)
  return 2 * (1 - normalBelow(Math.abs(u - mean) / deviation))
}

/** The share of a normal distribution below z, by the formula 26.2.17 of Abramowitz and Stegun. */
function normalBelow(z: number): number {
  const t = 1 / (1 + 0.2316419 * z)
  const poly =
    t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))))
  return 1 - (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)) * poly
}

export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}
