/** What a row of the matrix says: how a call is made rightly, and what everybody else gets. */
import type { ErrorCode } from '@pier/protocol/errors'
import type { Person, World } from './world.ts'

export type Made = {
  /** Whose it is. */
  by: Person
  /** The other side of the loan or the offer. */
  other?: Person
  params?: Record<string, string>
  query?: string
  body?: object
  file?: Buffer
}

/**
 * What a pause closes: `grave` asks for a quiet account and a verified address, `again` for one that
 * is not frozen, `verified` for the address alone.
 */
type Closes = 'grave' | 'again' | 'verified' | 'nothing'

export type More = {
  closes?: Closes
  /** What the one whose it is gets, where it is not done: a rule of the product, not who they are. */
  says?: ErrorCode
  /** What the other side gets, where it is the move of one alone. */
  other?: ErrorCode
}
export type Row = More & {
  kind: 'open' | 'closed'
  /** How a stranger is told that somebody else's thing is not there. */
  hides?: ErrorCode
  make: (world: World) => Made
}
type Make = (world: World) => Made

/** Anybody may, with or without a login. */
export const open = (make: Make, more: More = {}): Row => ({ kind: 'open', make, ...more })

/** About the caller alone: there is no id in it that could be somebody else's. */
export const own = (make: Make, more: More = {}): Row => ({ kind: 'closed', make, ...more })

/** About one thing, which is not there for strangers. */
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

/** Open to both sides of a loan; here it is the borrower who asks. */
export const ofLoan = (loan: LoanOf, send: Send = nothing, more: More = {}): Row =>
  thing('escrow_not_found', (w) => sides(loan(w), false, send(w)), more)

/** The move of one side of a loan. The other side sees it and gets the words of `other`. */
export const ofBorrower = (loan: LoanOf, other: ErrorCode, send: Send = nothing, more: More = {}) =>
  thing('escrow_not_found', (w) => sides(loan(w), false, send(w)), { other, ...more })

export const ofLender = (loan: LoanOf, other: ErrorCode, send: Send = nothing, more: More = {}) =>
  thing('escrow_not_found', (w) => sides(loan(w), true, send(w)), { other, ...more })
