/** The period of a statement, as the server counts it: in UTC, both ends included. */
export type Period = { label: string; from: string; to: string }

export function listPeriods(now: Date): Period[] {
  const year = now.getUTCFullYear()
  const month = now.getUTCMonth()
  const today = dayOf(year, month, now.getUTCDate())
  return [
    { label: 'This month', from: dayOf(year, month, 1), to: today },
    { label: 'Last month', from: dayOf(year, month - 1, 1), to: dayOf(year, month, 0) },
    { label: 'This year', from: dayOf(year, 0, 1), to: today },
    { label: 'Last 12 months', from: dayOf(year - 1, month, now.getUTCDate() + 1), to: today },
  ]
}

/** Months and days beyond their ends roll over. */
const dayOf = (year: number, month: number, day: number) =>
  new Date(Date.UTC(year, month, day)).toISOString().slice(0, 10)
