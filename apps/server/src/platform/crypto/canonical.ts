export type Json = null | boolean | number | string | Json[] | { [key: string]: Json }

/** A canonical form of a value, that of RFC 8785, so that anybody can recompute its hash. */
export function canonical(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (value !== null && typeof value === 'object') {
    const keys = Object.keys(value).toSorted((a, b) => (a < b ? -1 : Number(a > b)))
    return `{${keys.map((key) => `${JSON.stringify(key)}:${canonical(value[key] ?? null)}`).join(',')}}`
  }
  if (typeof value === 'number' && !Number.isSafeInteger(value)) {
    throw new RangeError('Only whole numbers stand in a chain')
  }
  return JSON.stringify(value)
}
