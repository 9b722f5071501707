import {
  labelOfTransaction,
  paymentMethods,
  transactionTypes,
  type TransactionType,
} from '@pier/protocol/labels'
import type { TransactionRow } from './transactions.repository.ts'

const prefixes = {
  top_up: 'TU',
  refund: 'RF',
  chargeback: 'CB',
  withdrawal: 'WD',
  transfer_in: 'TI',
  renewal: 'RN',
} as const satisfies Record<TransactionType, string>

/** What a person names when writing to us: TU-80213. */
export const referenceOf = ({ type, number }: Pick<TransactionRow, 'type' | 'number'>): string =>
  `${prefixes[type]}-${number}`

const columns = [
  'Created At (UTC)',
  'Reference',
  'Type',
  'Domain',
  'Amount (USD)',
  'Payment Method',
  'Status',
  'Note',
]

export function writeCsv(rows: TransactionRow[]): string {
  const lines = rows.map((row) =>
    [
      row.createdAt.toISOString(),
      referenceOf(row),
      transactionTypes[row.type],
      row.domain ?? '',
      plaformatMoney(row.amountCents),
      paymentMethods[row.method],
      labelOfTransaction(row.status) ?? '',
      row.note ?? '',
    ].map(writeCell),
  )
  return [columns, ...lines].map((cells) => `${cells.join(',')}\r\n`).join('')
}

/** A spreadsheet runs what begins like a formula; a plain number is none. */
function writeCell(text: string): string {
  const isFormula = /^[=+\-@\t\r]/.test(text) && !/^-?\d+\.\d\d$/.test(text)
  const safe = isFormula ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

function plaformatMoney(cents: number): string {
  const digits = String(Math.abs(cents)).padStart(3, '0')
  return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}
