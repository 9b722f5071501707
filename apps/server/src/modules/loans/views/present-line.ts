/** How a loan stands in a list, seen by one of its two sides. */
import type { escrowRowSchema } from '@pier/protocol/calls/loans/escrow'
import type { Party } from '@pier/protocol/lifecycles/escrow'
import type { z } from 'zod'
import type { ListedLoan } from '../facts/loan-lists.repository.ts'
import { moveFor, phaseOf, sumsOf, type LoanView } from '../facts/loan-view.ts'

type EscrowRow = z.input<typeof escrowRowSchema>

export function presentEscrow(listed: ListedLoan, view: LoanView, role: Party): EscrowRow {
  const { escrow, guardFacts } = view
  const move = moveFor(view, role)
  const sums = sumsOf(view)
  return {
    id: escrow.id,
    code: escrow.code,
    domain: listed.name,
    unicode: listed.unicodeName,
    status: escrow.status,
    phase: phaseOf(view),
    amount: escrow.amountCents / 100,
    term: escrow.termDays,
    apy: escrow.rateBps / 100,
    created_at: escrow.createdAt.toISOString(),
    borrower_id: escrow.borrowerId,
    lender_id: escrow.lenderId,
    repay: sums.repayCents / 100,
    paid: sums.paidCents / 100,
    due_at: escrow.dueAt?.toISOString() ?? null,
    your_move: move.whose === 'YOU',
    move: move.title,
    deadline_at: move.by?.toISOString() ?? null,
    on_deadline: move.otherwise,
    clock_stopped: guardFacts.isClockStopped,
  }
}
