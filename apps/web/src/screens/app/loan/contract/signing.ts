import type { Loan } from '../../../../api/loans/loans.ts'

/** The two sides as the reader sees them. */
export const sidesOf = (loan: Loan) => {
  const borrower = { name: loan.borrower_name, signedAt: loan.borrower_signed_at }
  const lender = { name: loan.lender_name, signedAt: loan.lender_signed_at }
  return loan.role === 'BORROWER'
    ? { other: { ...lender, title: 'Lender', isSigned: loan.lender_signed }, you: borrower }
    : { other: { ...borrower, title: 'Borrower', isSigned: loan.borrower_signed }, you: lender }
}

/** Whether the reader still has to sign. */
export const toSign = ({ status, role, borrower_signed, lender_signed }: Loan) =>
  status === 'PENDING_SIGNATURE' && !(role === 'BORROWER' ? borrower_signed : lender_signed)

/** The reader's link for signing, once there is a document. */
export const ownLink = ({ role, borrower_contract_url, lender_contract_url }: Loan) =>
  role === 'BORROWER' ? borrower_contract_url : lender_contract_url

/** Why it cannot be signed yet. */
export function waitText(loan: Loan): string {
  const { state, your_address_missing } = loan.agreement
  if (state !== 'address_needed') return 'The agreement is being created. This takes a moment.'
  return your_address_missing
    ? 'First enter your legal address.'
    : `Waiting for the legal address of ${sidesOf(loan).other.name}.`
}
