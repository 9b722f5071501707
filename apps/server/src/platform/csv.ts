/** A table as a spreadsheet reads it. */
export function writeCsv(columns: readonly string[], rows: readonly string[][]): string {
  return [columns, ...rows].map((cells) => `${cells.map(writeCell).join(',')}\r\n`).join('')
}

/** A spreadsheet runs what begins like a formula; a plain number is none. */
function writeCell(text: string): string {
  const isFormula = /^[=+\-@\t\r]/.test(text) && !/^-?\d+\.\d\d$/.test(text)
  const safe = isFormula ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

export function writeCents(cents: number): string {
  const digits = String(Math.abs(cents)).padStart(3, '0')
  return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}
