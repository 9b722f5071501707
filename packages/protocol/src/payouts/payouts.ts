/** Where coins can be sent, and what an address looks like there: the wrong chain loses them. */
const addresses = {
  Bitcoin: /^(bc1[02-9ac-hj-np-z]{11,87}|[13][1-9A-HJ-NP-Za-km-z]{25,34})$/,
  Ethereum: /^0x[0-9a-fA-F]{40}$/,
  'USDT on Tron': /^T[1-9A-HJ-NP-Za-km-z]{33}$/,
} as const

export type PayoutNetwork = keyof typeof addresses
export const payoutNetworks = Object.keys(addresses) as PayoutNetwork[]

export function isPayoutAddress(network: string, address: string): boolean {
  return Object.hasOwn(addresses, network) && addresses[network as PayoutNetwork].test(address)
}
