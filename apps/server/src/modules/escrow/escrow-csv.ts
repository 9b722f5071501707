import { labelOfEscrow } from '@pier/protocol/labels'
import type { Role } from '@pier/protocol/moves'
import { writeCents, writeCsv } from '../../platform/csv.ts'
import type { ListedEscrow } from './escrow-lists.repository.ts'
import { repayCents } from './present-escrow.ts'

const columns = [
  'Loan',
  'Domain',
  'You are',
  'Other side',
  'Status',
  'Amount (USD)',
  'Term (days)',
  'APR (%)',
  'Repay (USD)',
  'Agreed at (UTC)',
  'Ended at (UTC)',
]

export const writeEscrows = (
  escrows: readonly (ListedEscrow & { role: Role })[],
  now: Date,
): string =>
  writeCsv(
    columns,
    escrows.map((escrow) => [
      escrow.code,
      escrow.name,
      escrow.role === 'BORROWER' ? 'Borrower' : 'Lender',
      escrow.otherHandle ?? '',
      labelOfEscrow(escrow.status),
      writeCents(Number(escrow.amountCents)),
      String(escrow.termDays),
      writeCents(escrow.rateBps),
      writeCents(repayCents(escrow, now)),
      escrow.createdAt.toISOString(),
      escrow.endedAt?.toISOString() ?? '',
    ]),
  )
