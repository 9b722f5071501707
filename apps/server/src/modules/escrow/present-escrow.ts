/** How a loan stands in a list, seen by one of its two sides. */
import type { escrowRowSchema } from '@pier/protocol/calls/escrow'
import { interestCents } from '@pier/protocol/loan-terms'
import { moveOf, type Role } from '@pier/protocol/moves'
import type { z } from 'zod'
import type { ListedEscrow } from './escrow-lists.repository.ts'

type EscrowView = z.input<typeof escrowRowSchema>

export function presentEscrow(escrow: ListedEscrow, role: Role): EscrowView {
  const { isYours, words } = moveOf({ status: escrow.status, role })
  return {
    id: escrow.id,
    code: escrow.code,
    domain: escrow.name,
    unicode: escrow.unicodeName,
    status: escrow.status,
    amount: Number(escrow.amountCents) / 100,
    term: escrow.termDays,
    apy: escrow.rateBps / 100,
    created_at: escrow.createdAt.toISOString(),
    borrower_id: escrow.borrowerId,
    lender_id: escrow.lenderId,
    repay: repayCents(escrow) / 100,
    your_move: isYours,
    move: words,
    deadline_at: escrow.deadlineAt?.toISOString() ?? null,
  }
}

/** Loan and interest at the end of the term. */
export function repayCents({ amountCents, rateBps, termDays }: ListedEscrow): number {
  const principalCents = Number(amountCents)
  return principalCents + interestCents({ principalCents, rateBps, days: termDays })
}
