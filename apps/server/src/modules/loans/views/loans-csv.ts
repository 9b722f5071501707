import { labelOfLoan } from '@pier/protocol/labels'
import type { Role } from '@pier/protocol/moves/moves'
import { writeCents, writeCsv } from '../../../platform/csv.ts'
import type { ListedLoan } from '../facts/loan-lists.repository.ts'
import { sumsOf, type LoanView } from '../facts/loan-view.ts'

const columns = [
  'Loan',
  'Domain',
  'Your role',
  'Counterparty',
  'Status',
  'Amount (USD)',
  'Term (days)',
  'APR (%)',
  'Repay (USD)',
  'Partial payments (USD)',
  'Due at (UTC)',
  'Agreed at (UTC)',
  'Ended at (UTC)',
]

type Loan = { listed: ListedLoan; view: LoanView; role: Role }

export const writeLoans = (loans: readonly Loan[]): string =>
  writeCsv(
    columns,
    loans.map(({ listed, view, role }) => {
      const { loan } = view
      const sums = sumsOf(view)
      return [
        loan.code,
        listed.name,
        role === 'BORROWER' ? 'Borrower' : 'Lender',
        listed.otherHandle ?? '',
        labelOfLoan(loan.status),
        writeCents(loan.amountCents),
        String(loan.termDays),
        writeCents(loan.rateBps),
        writeCents(sums.repayCents),
        writeCents(sums.paidCents),
        loan.dueAt?.toISOString() ?? '',
        loan.createdAt.toISOString(),
        loan.endedAt?.toISOString() ?? '',
      ]
    }),
  )
