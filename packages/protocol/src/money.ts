/**
 * Money is whole cents in a `number`, never a fraction of one. Dollars appear only in calls and in
 * text.
 */
const minus = '\u2212'

type MoneyFormat = {
  /** Leaves the cents out where there are none: for asks and offers, not for loans and ledgers. */
  whole?: boolean
  /** Puts a plus before positive amounts. */
  signed?: boolean
}

/** `1450000` gives "$14,500.00", or "$14,500" as a whole ask. */
export function formatMoney(amountCents: number, { whole, signed }: MoneyFormat = {}): string {
  if (!Number.isSafeInteger(amountCents)) throw new RangeError(`${amountCents} is no whole cents`)

  const digits = String(Math.abs(amountCents)).padStart(3, '0')
  const dollars = groupThousands(digits.slice(0, -2))
  const cents = digits.slice(-2)
  const sign = amountCents < 0 ? minus : signed && amountCents > 0 ? '+' : ''
  return whole && cents === '00' ? `${sign}$${dollars}` : `${sign}$${dollars}.${cents}`
}

/** `1800` basis points give "18.00%". */
export function formatRate(rateBps: number): string {
  return formatMoney(rateBps).replace('$', '') + '%'
}

const typedDollars = /^\$? ?(\d{1,13}|\d{1,3}(?:,\d{3}){1,4})(?:\.(\d{1,2}))?$/

/**
 * Parses typed dollars into cents. Null for anything ambiguous: a sign, a third decimal, "14,50" or
 * "14.500,00".
 */
export function parseDollars(text: string): number | null {
  const [, dollars, cents = ''] = typedDollars.exec(text.trim()) ?? []
  if (!dollars) return null
  return Number(dollars.replaceAll(',', '') + cents.padEnd(2, '0'))
}

/** "14500" gives "14,500" and "14500.5" gives "14,500.50"; what is no amount stays as it was typed. */
export function groupDollars(text: string): string {
  const cents = parseDollars(text)
  if (cents === null) return text
  return formatMoney(cents, { whole: !text.includes('.') }).slice(1)
}

/** Converts dollars, as calls carry them, to whole cents. */
export const centsOf = (dollars: number): number => Math.round(dollars * 100)

function groupThousands(digits: string): string {
  return digits.replaceAll(/\B(?=(\d{3})+$)/g, ',')
}
