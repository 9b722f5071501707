/** Whose move it is in a loan, and what, in words. Other statuses than the first say how they stand. */
import { labelOfEscrow } from './labels.ts'

export type Role = 'BORROWER' | 'LENDER'
type Stand = { status: string; role: Role; hasSigned?: Record<Role, boolean> }

const nobodySigned = { BORROWER: false, LENDER: false }
const names: Record<Role, string> = { BORROWER: 'Borrower', LENDER: 'Lender' }

export function moveOf({ status, role, hasSigned = nobodySigned }: Stand) {
  if (status !== 'PENDING_SIGNATURE') return { isYours: false, words: labelOfEscrow(status) }
  const isYours = !hasSigned[role]
  const other = role === 'BORROWER' ? 'LENDER' : 'BORROWER'
  return { isYours, words: isYours ? 'You sign' : `${names[other]} signs` }
}
