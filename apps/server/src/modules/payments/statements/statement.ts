import {
  labelOfTransaction,
  paymentMethods,
  transactionTypes,
  type TransactionType,
} from '@pier/protocol/labels'
import { writeCents, writeCsv } from '../../../platform/csv.ts'
import type { TransactionRow } from '../transactions/transactions.repository.ts'

const prefixes = {
  top_up: 'TU',
  refund: 'RF',
  chargeback: 'CB',
  withdrawal: 'WD',
  transfer_in: 'TI',
  renewal: 'RN',
  runway: 'RR',
  advance: 'RA',
  adjustment: 'AD',
} as const satisfies Record<TransactionType, string>

/** The reference that users quote to us: TU-80213. */
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

export const writeStatement = (rows: TransactionRow[]): string =>
  writeCsv(
    columns,
    rows.map((row) => [
      row.createdAt.toISOString(),
      referenceOf(row),
      transactionTypes[row.type],
      row.domain ?? '',
      writeCents(row.amountCents),
      paymentMethods[row.method],
      labelOfTransaction(row.status) ?? '',
      row.note ?? '',
    ]),
  )
