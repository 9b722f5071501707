/** The server counts up to this. */
const countedMax = 100

export function newText(count: number): string {
  return count >= countedMax ? `${countedMax} or more new` : `${count} new`
}

/** The line below the table: how many more there are than it shows. */
export function moreText({ total, shown }: { total: number; shown: number }): string | null {
  const rest = total - shown
  if (rest <= 0) return null
  return rest === 1 ? '1 more matches.' : `${rest.toLocaleString('en-US')} more match.`
}
