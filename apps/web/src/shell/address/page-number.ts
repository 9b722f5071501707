/** The page in the address: 1 without one, and null for what is none. */
export function readPage(text: string | undefined): number | null {
  if (text === undefined) return 1
  return /^[1-9]\d{0,5}$/.test(text) ? Number(text) : null
}
