/** Coins with invented, fixed prices. Amounts are in the smallest unit of a coin. */
type Coin = { decimals: number; centsPerCoin: bigint }

export const coinCodes = ['btc', 'eth', 'usdttrc20'] as const
export type CoinCode = (typeof coinCodes)[number]

const coins: Record<CoinCode, Coin> = {
  btc: { decimals: 8, centsPerCoin: 6_000_000n },
  eth: { decimals: 8, centsPerCoin: 250_000n },
  usdttrc20: { decimals: 6, centsPerCoin: 100n },
}

export function isCoin(code: unknown): code is CoinCode {
  return coinCodes.some((known) => known === code)
}

/** Rounded up, so that what is asked covers the price. */
export function unitsFor(priceCents: bigint, code: CoinCode): bigint {
  const { decimals, centsPerCoin } = coins[code]
  return (priceCents * 10n ** BigInt(decimals) + centsPerCoin - 1n) / centsPerCoin
}

/** The number on the wire that prints as exactly these units. */
export function amountOf(units: bigint, code: CoinCode): number {
  return Number(`${units}e-${coins[code].decimals}`)
}

export function unitsOf(amount: number, code: CoinCode): bigint {
  return wholeUnits(amount, coins[code].decimals)
}

export function centsOf(dollars: number): bigint {
  return wholeUnits(dollars, 2)
}

function wholeUnits(amount: number, decimals: number): bigint {
  return BigInt(amount.toFixed(decimals).replace('.', ''))
}
