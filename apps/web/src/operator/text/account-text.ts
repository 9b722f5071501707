import type { CallOutput } from '@pier/protocol/calls/calls'

export type LedgerAccount =
  CallOutput<'GET /operator/ledger/accounts'>['accounts'][number]['account']

/** The accounts of the ledger, in the order of a balance sheet. */
export const accountText: Record<LedgerAccount, string> = {
  available: 'Balances of users',
  held: 'Set aside for users',
  refund_payable: 'Withdrawals to pay',
  registry_payable: 'Owed to registries',
  card_clearing: 'At the card provider',
  crypto_clearing: 'At the crypto provider',
  platform_receivable: 'Owed to us',
  platform_revenue: 'Our fees',
  chargeback: 'Chargebacks',
}

export const accountOptions = (Object.keys(accountText) as LedgerAccount[]) // Typed as string[].
  .map((account) => ({ value: account, label: accountText[account] }))
