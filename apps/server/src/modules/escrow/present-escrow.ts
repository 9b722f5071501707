/** How a loan stands in a list, seen by one of its two sides. */
import type { escrowRowSchema } from '@pier/protocol/calls/escrow'
import { phaseShown, type Party } from '@pier/protocol/lifecycles/escrow'
import { moveOf, type Move } from '@pier/protocol/moves'
import type { z } from 'zod'
import type { EscrowSum, ListedEscrow } from './escrow-lists.repository.ts'
import { moveFor, repayCentsOf } from './loan-view.ts'

type EscrowRow = z.input<typeof escrowRowSchema>
type Seen = { role: Party; now: Date }

export function presentEscrow(listed: ListedEscrow, { role, now }: Seen): EscrowRow {
  const { escrow, payments } = read(listed)
  const names = { BORROWER: listed.otherName, LENDER: listed.otherName }
  const move = moveFor({ escrow, now, names, payments }, role)
  return {
    id: escrow.id,
    code: escrow.code,
    domain: listed.name,
    unicode: listed.unicodeName,
    status: escrow.status,
    phase: phaseShown({ ...escrow, now }),
    amount: escrow.amountCents / 100,
    term: escrow.termDays,
    apy: escrow.rateBps / 100,
    created_at: escrow.createdAt.toISOString(),
    borrower_id: escrow.borrowerId,
    lender_id: escrow.lenderId,
    repay: repayCentsOf({ escrow, payments, now }) / 100,
    due_at: escrow.dueAt?.toISOString() ?? null,
    your_move: move.whose === 'YOU',
    move: move.title,
    deadline_at: move.by?.toISOString() ?? null,
    on_deadline: move.otherwise,
  }
}

/** Loan and interest at the end of the term, or what is owed now where that has passed. */
export const repayCents = (listed: ListedEscrow, now: Date): number =>
  repayCentsOf({ ...read(listed), now })

function read({ amountCents, payoffCents, payments, ...row }: ListedEscrow) {
  const cents = {
    amountCents: Number(amountCents),
    payoffCents: payoffCents === null ? null : Number(payoffCents),
  }
  return {
    escrow: { ...row, ...cents },
    payments: payments.map((payment) => ({
      ...payment,
      kind: 'PARTIAL' as const,
      status: 'CONFIRMED' as const,
    })),
  }
}

/** Whether those that stand alike wait for this side. */
export function isMoveOf(sum: EscrowSum, { role, now }: Seen): boolean {
  const move: Move = moveOf({
    ...sum,
    phase: phaseShown({ ...sum, now }),
    role,
    other: '',
    repayCents: sum.isPaidUp ? 0 : 1, // How much is no matter here, only whether anything is.
    deadlineAt: null,
    hasSigned: { BORROWER: Boolean(sum.borrowerSignedAt), LENDER: Boolean(sum.lenderSignedAt) },
  })
  return move.whose === 'YOU'
}
