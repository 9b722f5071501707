const places = 24

/** A decimal number of JSON, exact: `1e-8` and `0.00000001` give the same whole number. */
export function parseDecimal(value: number | string): bigint {
  const match = /^(\d+)(?:\.(\d*))?(?:e([+-]?\d{1,3}))?$/i.exec(String(value).trim())
  if (!match) throw new RangeError(`${value} is no amount`)
  const [, whole = '', fraction = '', exponent = '0'] = match
  const shift = places - fraction.length + Number(exponent)
  const digits = BigInt(whole + fraction)
  return shift >= 0 ? digits * 10n ** BigInt(shift) : digits / 10n ** BigInt(-shift)
}
