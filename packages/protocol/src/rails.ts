/** How the money of a loan moves. The wire and the tables say 0 and 1, as the spec does. */
export type Rail = 'bank' | 'crypto'

export const railOf = (contract: number): Rail => (contract === 1 ? 'crypto' : 'bank')

export const contractOf = (rail: Rail): 0 | 1 => (rail === 'crypto' ? 1 : 0)

export const railNames: Record<Rail, string> = {
  bank: 'bank transfer',
  crypto: 'cryptocurrency',
}
