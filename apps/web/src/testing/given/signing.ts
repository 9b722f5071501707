import type { CallOutput } from '@pier/protocol/calls/calls'
import type { Party } from '@pier/protocol/lifecycles/loan'
import { loanId, loanSeen } from './loan.ts'

type Loan = CallOutput<'GET /escrow/:id'>
type ToSign = CallOutput<'GET /agreements/:token'>

/** One empty page. Any PDF will do for what is shown and hashed here. */
export const pdf = new TextEncoder().encode(`%PDF-1.4
1 0 obj <</Type /Catalog /Pages 2 0 R>> endobj
2 0 obj <</Type /Pages /Kids [3 0 R] /Count 1>> endobj
3 0 obj <</Type /Page /MediaBox [0 0 595 842] /Parent 2 0 R>> endobj
trailer <</Root 1 0 R>>
%%EOF`)
export const pdfHash = [...new Uint8Array(await crypto.subtle.digest('SHA-256', pdf))]
  .map((byte) => byte.toString(16).padStart(2, '0'))
  .join('')

export const signPath = `/sign/${'x'.repeat(43)}`

const inHours = (hours: number) => new Date(Date.now() + (hours + 0.5) * 3_600_000)

/** A loan that waits for the signature of its reader. The lender signs first. */
export function loanToSign(role: Party, change: Partial<Loan> = {}): Loan {
  const isBorrower = role === 'BORROWER'
  const place = { status: 'PENDING_SIGNATURE', phase: 'SIGNATURES' } as const
  return loanSeen(place, {
    role,
    guardFacts: { hasSigned: { BORROWER: false, LENDER: isBorrower }, deadlineAt: inHours(52) },
    change: {
      lender_signed_at: isBorrower ? '2026-10-13T18:21:00.000Z' : null,
      borrower_contract_url: isBorrower ? signPath : null,
      lender_contract_url: isBorrower ? null : signPath,
      agreement: { state: 'ready', sha256: pdfHash, your_address_missing: false },
      ...change,
    },
  })
}

/** What the borrower is asked to sign, by the link. */
export const agreementSeen = (change: Partial<ToSign> = {}): ToSign => ({
  escrow_id: loanId,
  code: 'LN-7F3K',
  domain: 'lanternfish.com',
  unicode: 'lanternfish.com',
  title: 'Loan and Security Agreement',
  role: 'BORROWER',
  name: 'Mara Lindqvist',
  other_name: 'Teodor Nyberg',
  amount: 14_500,
  term: 120,
  apy: 18,
  repay: 15_358.08,
  sha256: pdfHash,
  pages: 4,
  is_signed: false,
  is_other_signed: true,
  is_open: true,
  deadline_at: inHours(52).toISOString(),
  terms_version: 1,
  consent: {
    version: 'consent-1',
    paragraphs: [
      'You sign by typing your name. It binds you as a signature on paper would.',
      'You can have the agreement on paper: write to us. Nothing is charged for it.',
    ],
  },
  ...change,
})
