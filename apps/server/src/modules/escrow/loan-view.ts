/** How a loan looks to one of its sides: who the other one is, what is owed, and whose move it is. */
import { phaseShown, type Party } from '@pier/protocol/lifecycles/escrow'
import { moveOf, type Move } from '@pier/protocol/moves'
import { owedOn, type LoanDebt } from '@pier/protocol/repayment'
import { interestCents } from '@pier/protocol/loan-terms'
import { sql, type Kysely } from 'kysely'
import type { DB } from '../../platform/db/db-types.ts'
import type { Escrow } from './escrow.repository.ts'
import { listPayments, type EscrowPayment } from './payments.repository.ts'

export type LoanView = {
  escrow: Escrow
  now: Date
  names: Record<Party, string>
  payments: readonly Pick<EscrowPayment, 'kind' | 'status' | 'paidOn' | 'amountCents'>[]
}

export async function readLoanView(
  db: Kysely<DB>,
  { escrow, now }: { escrow: Escrow; now: Date },
): Promise<LoanView & { payments: EscrowPayment[] }> {
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from users where id in (${escrow.borrowerId}, ${escrow.lenderId})
  `.execute(db)
  const nameOf = (userId: string) => rows.find(({ id }) => id === userId)?.name ?? ''
  const names = { BORROWER: nameOf(escrow.borrowerId), LENDER: nameOf(escrow.lenderId) }
  return { escrow, now, names, payments: await listPayments(db, escrow.id) }
}

type Indebted = Pick<LoanView, 'escrow' | 'payments'>

/** Nothing while the loan does not run: before the money came there is no debt. */
export function debtOf({ escrow, payments }: Indebted): LoanDebt | null {
  if (!escrow.valueDate) return null
  return {
    principalCents: escrow.amountCents,
    rateBps: escrow.rateBps,
    termDays: escrow.termDays,
    valueDate: escrow.valueDate,
    payments: payments.flatMap(({ kind, status, paidOn, amountCents }) =>
      kind === 'PARTIAL' && status === 'CONFIRMED' && amountCents !== null
        ? [{ paidOn, amountCents }]
        : [],
    ),
  }
}

/** What ends the loan today. Nothing while it does not run. */
export async function readPayoff(
  db: Kysely<DB>,
  { escrow, now }: { escrow: Escrow; now: Date },
): Promise<number | null> {
  const debt = await readDebt(db, escrow)
  return debt && owedOn(debt, dateOf(now)).payoffCents
}

export async function readDebt(db: Kysely<DB>, escrow: Escrow): Promise<LoanDebt | null> {
  if (!escrow.valueDate || escrow.endedAt) return null
  return debtOf({ escrow, payments: await listPayments(db, escrow.id) })
}

export const dateOf = (time: Date): string => time.toISOString().slice(0, 10)

/** On the due date, or today where that has passed; before the loan runs, what its terms say. */
export function repayCentsOf(view: Pick<LoanView, 'escrow' | 'payments' | 'now'>): number {
  const { escrow, now } = view
  const debt = debtOf(view)
  if (!debt || !escrow.dueAt) {
    const { amountCents: principalCents, rateBps, termDays: days } = escrow
    return principalCents + interestCents({ principalCents, rateBps, days })
  }
  return owedOn(debt, dateOf(escrow.dueAt > now ? escrow.dueAt : now)).payoffCents
}

/** Nothing while the loan does not run. */
function todayCentsOf(view: Pick<LoanView, 'escrow' | 'payments' | 'now'>): number | null {
  const debt = debtOf(view)
  return debt && owedOn(debt, dateOf(view.now)).payoffCents
}

export function moveFor(view: LoanView, role: Party): Move {
  const { escrow, now, names } = view
  const { status, amountCents, deadlineAt, dueAt, graceUntil } = escrow
  return moveOf({
    status,
    amountCents,
    deadlineAt,
    dueAt,
    graceUntil,
    role,
    phase: phaseShown({ ...escrow, now }),
    other: names[role === 'BORROWER' ? 'LENDER' : 'BORROWER'],
    repayCents: repayCentsOf(view),
    todayCents: todayCentsOf(view),
    payoutCents: escrow.isLinked ? escrow.payoffCents : null,
    hasSigned: {
      BORROWER: Boolean(escrow.borrowerSignedAt),
      LENDER: Boolean(escrow.lenderSignedAt),
    },
  })
}
