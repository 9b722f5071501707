/** The page number in the address: 1 without one, and null if it is invalid. */
export function readPage(text: string | undefined): number | null {
  if (text === undefined) return 1
  return /^[1-9]\d{0,5}$/.test(text) ? Number(text) : null
}
