import type { CallOutput } from '@pier/protocol/calls/calls'

type Count = CallOutput<'GET /numbers'>['cohorts'][number]['funded']

/** Counts so low that they could identify somebody are not given exactly. */
export const countLabel = (count: Count): string => (count === '<3' ? '1 or 2' : String(count))

const months = ['January to March', 'April to June', 'July to September', 'October to December']

/** "2026-Q3" is "Q3 2026", July to September. */
export function quarterText(quarter: string): { name: string; months: string } {
  const [year = '', number = ''] = quarter.split('-Q')
  return { name: `Q${number} ${year}`, months: months[Number(number) - 1] ?? '' }
}

/** Under two days in hours, else in days: nobody thinks of 90 hours. */
export function spanText(hours: number): string {
  if (hours < 1) return 'Under an hour'
  return hours < 48 ? `${hours.toFixed(1)} h` : `${(hours / 24).toFixed(1)} days`
}
