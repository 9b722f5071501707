/** A row of the matrix: how a call is made correctly, and what everybody else gets. */
import type { ErrorCode } from '@pier/protocol/errors'
import type { Person, World } from './world.ts'

export type Made = {
  /** The rightful caller. */
  by: Person
  /** The other party of the loan or the offer. */
  other?: Person
  params?: Record<string, string>
  query?: string
  body?: object
  file?: Buffer
}

/**
 * What a pause closes: `grave` needs an account that is not frozen and a verified address, `again`
 * an account that is not frozen, `verified` only the address.
 */
type Closes = 'grave' | 'again' | 'verified' | 'nothing'

export type More = {
  closes?: Closes
  /** What the rightful caller gets if a product rule refuses it. */
  says?: ErrorCode
  /** What the other party gets, where only one party may do it. */
  other?: ErrorCode
}
export type Row = More & {
  kind: 'open' | 'closed'
  /** The error with which somebody else's thing is hidden from a stranger. */
  hides?: ErrorCode
  make: (world: World) => Made
}
type Make = (world: World) => Made

/** Anybody may, with or without a login. */
export const open = (make: Make, more: More = {}): Row => ({ kind: 'open', make, ...more })

/** Concerns only the caller: there is no id in it that could be somebody else's. */
export const own = (make: Make, more: More = {}): Row => ({ kind: 'closed', make, ...more })

/** Concerns one thing, which strangers are told does not exist. */
export const thing = (hides: ErrorCode, make: Make, more: More = {}): Row => ({
  kind: 'closed',
  hides,
  make,
  ...more,
})

type Loan = { id: string; borrower: Person; lender: Person }
type Sent = Omit<Made, 'by' | 'other'>
type LoanOf = (world: World) => Loan

const sides = ({ id, borrower, lender }: Loan, isLender: boolean, sent: Sent): Made => ({
  by: isLender ? lender : borrower,
  other: isLender ? borrower : lender,
  ...sent,
  params: { id, ...sent.params },
})

type Send = (world: World) => Sent
const nothing: Send = () => ({})

/** Open to both parties of a loan; here the borrower asks. */
export const ofLoan = (loan: LoanOf, send: Send = nothing, more: More = {}): Row =>
  thing('escrow_not_found', (w) => sides(loan(w), false, send(w)), more)

/** Open to one party of a loan. The other can see the loan and gets the error `other`. */
export const ofBorrower = (loan: LoanOf, other: ErrorCode, send: Send = nothing, more: More = {}) =>
  thing('escrow_not_found', (w) => sides(loan(w), false, send(w)), { other, ...more })

export const ofLender = (loan: LoanOf, other: ErrorCode, send: Send = nothing, more: More = {}) =>
  thing('escrow_not_found', (w) => sides(loan(w), true, send(w)), { other, ...more })
