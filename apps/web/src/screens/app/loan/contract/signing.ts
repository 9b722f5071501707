import type { Escrow } from '../../../../api/loans/loans.ts'

/** The two sides as the reader sees them. */
export const sidesOf = (escrow: Escrow) => {
  const borrower = { name: escrow.borrower_name, signedAt: escrow.borrower_signed_at }
  const lender = { name: escrow.lender_name, signedAt: escrow.lender_signed_at }
  return escrow.role === 'BORROWER'
    ? { other: { ...lender, title: 'Lender', isSigned: escrow.lender_signed }, you: borrower }
    : { other: { ...borrower, title: 'Borrower', isSigned: escrow.borrower_signed }, you: lender }
}

/** Whether the reader is the one who has not signed yet. */
export const toSign = ({ status, role, borrower_signed, lender_signed }: Escrow) =>
  status === 'PENDING_SIGNATURE' && !(role === 'BORROWER' ? borrower_signed : lender_signed)

/** Where the reader signs, once there is something to sign. */
export const ownLink = ({ role, borrower_contract_url, lender_contract_url }: Escrow) =>
  role === 'BORROWER' ? borrower_contract_url : lender_contract_url

/** Why it cannot be signed yet. */
export function waitText(escrow: Escrow): string {
  const { state, your_address_missing } = escrow.agreement
  if (state !== 'address_needed') return 'The agreement is being printed. It takes a moment.'
  return your_address_missing
    ? 'After your legal address.'
    : `It waits for the legal address of ${sidesOf(escrow).other.name}.`
}
