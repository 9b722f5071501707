/**
 * What is owed on a loan on a given date, after the payments that were confirmed. Interest is kept as
 * an exact fraction and rounded only where it is shown or paid, so that payments in parts cost what
 * one payment costs. A payment goes to advances first, then to interest, then to the loan itself.
 */
import { daysBetween, interestCents } from './loan-terms.ts'

const interestDaysMin = 7
/** Cents times basis points times days, divided by this, gives cents of interest. */
const whole = 10_000n * 365n

export type LoanDebt = {
  principalCents: number
  rateBps: number
  termDays: number
  /** When the borrower had the money, as "2026-07-02". */
  valueDate: string
  /** In the order in which they were counted, which is the order of their days. */
  payments: readonly { paidOn: string; amountCents: number }[]
  advances: readonly Advance[]
  /** Days that a stopped clock added: they bear no interest. */
  interestFree?: readonly FreeDays[]
}

/** What the lender paid to keep the name. It bears no interest. */
export type Advance = {
  advancedOn: string
  amountCents: number
  /** How many payments were counted before it: on the same day they go first. */
  paymentsBefore: number
}

/** The days after the first date, up to and including the second. */
export type FreeDays = readonly [after: string, until: string]

export type Owed = {
  principalCents: number
  interestCents: number
  advanceCents: number
  /** All together: what ends the loan on that day. */
  payoffCents: number
  perDiemCents: number
}

type Account = { principal: bigint; accrued: bigint; paid: bigint; advanced: bigint; on: string }

/** What is owed at the end of this date. */
export function owedOn(loan: LoanDebt, date: string): Owed {
  const account = accountAt(loan, date)
  const principal = Number(account.principal)
  const interest = Number(interestOf(loan, account))
  const advance = Number(account.advanced)
  return {
    principalCents: principal,
    interestCents: interest,
    advanceCents: advance,
    payoffCents: principal + interest + advance,
    perDiemCents: interestCents({ principalCents: principal, rateBps: loan.rateBps, days: 1 }),
  }
}

export type Split = { advanceCents: number; interestCents: number; principalCents: number }

/** How a payment is split; null if it is more than is owed. */
export function allocate(
  loan: LoanDebt,
  { paidOn, amountCents }: { paidOn: string; amountCents: number },
): Split | null {
  const owed = owedOn(loan, paidOn)
  if (amountCents > owed.payoffCents) return null
  const advance = Math.min(amountCents, owed.advanceCents)
  const interest = Math.min(amountCents - advance, owed.interestCents)
  return {
    advanceCents: advance,
    interestCents: interest,
    principalCents: amountCents - advance - interest,
  }
}

function accountAt(loan: LoanDebt, date: string): Account {
  const start = {
    principal: BigInt(loan.principalCents),
    accrued: 0n,
    paid: 0n,
    advanced: 0n,
    on: loan.valueDate,
  }
  const last = linesOf(loan)
    .filter(({ on }) => on <= date)
    .reduce((account: Account, { on, amountCents, isAdvance }) => {
      const now = accrue(loan, account, on)
      const amount = BigInt(amountCents)
      return isAdvance ? { ...now, advanced: now.advanced + amount } : pay(loan, now, amount)
    }, start)
  return accrue(loan, last, date)
}

type Line = { on: string; place: number; amountCents: number; isAdvance: boolean }

/** Payments and advances sorted by day, and within a day in the order they came. */
function linesOf({ payments, advances }: LoanDebt): Line[] {
  const lines = [
    ...payments.map(({ paidOn: on, amountCents }, index) => {
      return { on, amountCents, place: 2 * index + 1, isAdvance: false }
    }),
    ...advances.map(({ advancedOn: on, amountCents, paymentsBefore }) => {
      return { on, amountCents, place: 2 * paymentsBefore, isAdvance: true }
    }),
  ]
  return lines.toSorted((a, b) => (a.on === b.on ? a.place - b.place : a.on < b.on ? -1 : 1))
}

function pay(loan: LoanDebt, account: Account, amount: bigint): Account {
  const toAdvances = least(amount, account.advanced)
  const toInterest = least(amount - toAdvances, interestOf(loan, account))
  return {
    ...account,
    advanced: account.advanced - toAdvances,
    paid: account.paid + toInterest,
    principal: account.principal - (amount - toAdvances - toInterest),
  }
}

const least = (a: bigint, b: bigint) => (a < b ? a : b)

function accrue(loan: LoanDebt, account: Account, to: string): Account {
  const days = Math.max(0, daysBetween({ from: account.on, to }) - freeDaysOf(loan, account.on, to))
  const more = account.principal * BigInt(loan.rateBps) * BigInt(days)
  return { ...account, accrued: account.accrued + more, on: to > account.on ? to : account.on }
}

/** The days for which the loan bears interest up to this date. */
export const interestDays = (loan: LoanDebt, to: string): number =>
  Math.max(0, daysBetween({ from: loan.valueDate, to }) - freeDaysOf(loan, loan.valueDate, to))

/** How many of these days bear no interest, each counted once. */
function freeDaysOf({ interestFree = [] }: LoanDebt, from: string, to: string): number {
  let counted = from
  let days = 0
  for (const [after, until] of interestFree.toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    const first = after > counted ? after : counted
    const last = until < to ? until : to
    if (last <= first) continue
    days += daysBetween({ from: first, to: last })
    counted = last
  }
  return days
}

/** Accrued interest, or the minimum where that is more, less the interest already paid. */
function interestOf(loan: LoanDebt, { accrued, paid }: Account): bigint {
  const days = Math.min(interestDaysMin, loan.termDays)
  const minimum = BigInt(interestCents({ ...loan, days }))
  const rounded = (accrued * 2n + whole) / (whole * 2n)
  const owed = (rounded > minimum ? rounded : minimum) - paid
  return owed > 0n ? owed : 0n
}
