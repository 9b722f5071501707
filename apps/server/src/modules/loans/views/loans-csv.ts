import { labelOfEscrow } from '@pier/protocol/labels'
import type { Role } from '@pier/protocol/moves/moves'
import { writeCents, writeCsv } from '../../../platform/csv.ts'
import type { ListedLoan } from '../facts/loan-lists.repository.ts'
import { sumsOf, type LoanView } from '../facts/loan-view.ts'

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
  'Paid in parts (USD)',
  'Due at (UTC)',
  'Agreed at (UTC)',
  'Ended at (UTC)',
]

type Loan = { listed: ListedLoan; view: LoanView; role: Role }

export const writeEscrows = (loans: readonly Loan[]): string =>
  writeCsv(
    columns,
    loans.map(({ listed, view, role }) => {
      const { escrow } = view
      const sums = sumsOf(view)
      return [
        escrow.code,
        listed.name,
        role === 'BORROWER' ? 'Borrower' : 'Lender',
        listed.otherHandle ?? '',
        labelOfEscrow(escrow.status),
        writeCents(escrow.amountCents),
        String(escrow.termDays),
        writeCents(escrow.rateBps),
        writeCents(sums.repayCents),
        writeCents(sums.paidCents),
        escrow.dueAt?.toISOString() ?? '',
        escrow.createdAt.toISOString(),
        escrow.endedAt?.toISOString() ?? '',
      ]
    }),
  )
