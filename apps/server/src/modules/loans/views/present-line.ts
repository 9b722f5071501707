/** How a loan stands in a list, seen by one of its two sides. */
import type { loanRowSchema } from '@pier/protocol/calls/loans/loan'
import type { Party } from '@pier/protocol/lifecycles/loan'
import type { z } from 'zod'
import type { ListedLoan } from '../facts/loan-lists.repository.ts'
import { moveFor, phaseOf, sumsOf, type LoanView } from '../facts/loan-view.ts'

type LoanRow = z.input<typeof loanRowSchema>

export function presentLoanLine(listed: ListedLoan, view: LoanView, role: Party): LoanRow {
  const { loan, guardFacts } = view
  const move = moveFor(view, role)
  const sums = sumsOf(view)
  return {
    id: loan.id,
    code: loan.code,
    domain: listed.name,
    unicode: listed.unicodeName,
    status: loan.status,
    phase: phaseOf(view),
    amount: loan.amountCents / 100,
    term: loan.termDays,
    apy: loan.rateBps / 100,
    created_at: loan.createdAt.toISOString(),
    borrower_id: loan.borrowerId,
    lender_id: loan.lenderId,
    repay: sums.repayCents / 100,
    paid: sums.paidCents / 100,
    due_at: loan.dueAt?.toISOString() ?? null,
    your_move: move.whose === 'YOU',
    move: move.title,
    deadline_at: move.by?.toISOString() ?? null,
    on_deadline: move.otherwise,
    clock_stopped: guardFacts.isClockStopped,
  }
}
