/**
 * Where people are paid: what an account or an address has to look like, and how it is shown. A
 * mistyped digit is caught here, before somebody sends money to it.
 */
import { isPayoutAddress, type PayoutNetwork } from './payouts.ts'

type BankDetails = {
  rail: 0
  account: string
  bank: string
  bic?: string | undefined
  routing?: string | undefined
}
type CryptoDetails = { rail: 1; asset: string; network: string; address: string }
export type PayeeDetails = BankDetails | CryptoDetails
export type PayeeLine = { label: string; value: string }
type PayeeFault = { field: string; message: string }

export const railLabels = ['Bank', 'Cryptocurrency'] as const

/** What can be paid in, each on its network. The wrong network loses the coins. */
export const payeeCoins = [
  { asset: 'USDC', network: 'Ethereum' },
  { asset: 'USDT', network: 'Ethereum' },
  { asset: 'USDT', network: 'Tron' },
  { asset: 'ETH', network: 'Ethereum' },
  { asset: 'BTC', network: 'Bitcoin' },
] as const
const addressForms: Record<(typeof payeeCoins)[number]['network'], PayoutNetwork> = {
  Bitcoin: 'Bitcoin',
  Ethereum: 'Ethereum',
  Tron: 'USDT on Tron',
}

/** As it is stored: codes without spaces and in capitals, and empty fields left out. */
export function tidyPayee(details: PayeeDetails): PayeeDetails {
  if (details.rail === 1) return { ...details, address: details.address.trim() }
  const { account, bank, bic, routing } = details
  const kept: BankDetails = { rail: 0, account: codeOf(account), bank: bank.trim() }
  if (bic?.trim()) kept.bic = codeOf(bic)
  if (routing?.trim()) kept.routing = codeOf(routing)
  return kept
}

const codeOf = (typed: string) => typed.replaceAll(/[ -]/g, '').toUpperCase()

/** The first problem with tidied details, or null. */
export function faultOfPayee(details: PayeeDetails): PayeeFault | null {
  return details.rail === 0 ? faultOfBank(details) : faultOfCoins(details)
}

/** Letters of any script, and signs found in bank names. No marks that hide or reorder text. */
const bankName = /^[\p{L}\p{M}\p{N}\p{P}\p{Zs}&+]{2,100}$/u
const looksLikeIban = /^[A-Z]{2}\d{2}/
const accountNumber = /^[A-Z0-9]{4,34}$/
const bicForm = /^[A-Z]{4}[A-Z]{2}[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/

function faultOfBank({ account, bank, bic, routing }: BankDetails): PayeeFault | null {
  const iban = looksLikeIban.test(account)
  if (iban && !isIban(account))
    return fault('account', 'This is not a valid IBAN. Check the digits')
  if (!accountNumber.test(account)) return fault('account', 'This is not a valid account number')
  if (!bankName.test(bank)) return fault('bank', 'Enter the bank name')
  if (bic && !bicForm.test(bic)) return fault('bic', 'A BIC has 8 or 11 letters and digits')
  if (routing && !isRoutingNumber(routing)) {
    return fault('routing', 'This is not a valid routing number. Check the digits')
  }
  if (!iban && !bic && !routing) {
    return fault('routing', 'An account number needs a routing number or a BIC')
  }
  return null
}

function faultOfCoins({ asset, network, address }: CryptoDetails): PayeeFault | null {
  const coin = payeeCoins.find((each) => each.asset === asset && each.network === network)
  if (!coin) return fault('network', 'Choose one of the coins')
  if (isPayoutAddress(addressForms[coin.network], address)) return null
  return fault('address', 'This is not a valid address on this network')
}

const fault = (field: string, message: string): PayeeFault => ({ field, message })

/** ISO 13616: the country and its check digits go to the end, letters count from 10. */
export function isIban(text: string): boolean {
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(text)) return false
  const digits = (text.slice(4) + text.slice(0, 4)).replaceAll(/[A-Z]/g, (letter) =>
    String(letter.charCodeAt(0) - 55),
  )
  return BigInt(digits) % 97n === 1n
}

/** A nine-digit US routing number, checked with the weights 3, 7, 1. */
export function isRoutingNumber(text: string): boolean {
  if (!/^\d{9}$/.test(text) || text === '000000000') return false
  const weights = [3, 7, 1]
  const sum = [...text].reduce((all, digit, at) => all + Number(digit) * (weights[at % 3] ?? 0), 0)
  return sum % 10 === 0
}

/** As the payer reads it. */
export function linesOfPayee(details: PayeeDetails): PayeeLine[] {
  if (details.rail === 1) {
    const { asset, network, address } = details
    return lines({ Asset: asset, Network: network, Address: address })
  }
  const { account, bank, bic, routing } = details
  const label = looksLikeIban.test(account) ? 'IBAN' : 'Account'
  const shown = label === 'IBAN' ? inFours(account) : account
  return lines({ [label]: shown, Bank: bank, BIC: bic, 'Routing number': routing })
}

const lines = (values: Record<string, string | undefined>): PayeeLine[] =>
  Object.entries(values).flatMap(([label, value]) => (value ? [{ label, value }] : []))

const inFours = (text: string) => text.replaceAll(/(.{4})(?=.)/g, '$1 ')

/** Enough to recognize it: "SE•• •••• •••• •••• •••• 7466". */
export function hintOfPayee(details: PayeeDetails): string {
  if (details.rail === 1) return `•••• ${details.address.slice(-4)}`
  const { account } = details
  if (!looksLikeIban.test(account))
    return `•••• ${account.length > 6 ? account.slice(-4) : ''}`.trim()
  return (
    inFours(`${account.slice(0, 2)}${'•'.repeat(account.length - 6)}`) + ` ${account.slice(-4)}`
  )
}
