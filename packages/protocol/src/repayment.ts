/**
 * What is owed on a loan on a given date, after the payments that were confirmed. Interest is kept as
 * an exact fraction and rounded only where it is shown or paid, so that payments in parts cost what
 * one payment costs. A payment goes to interest first, then to the loan itself.
 */
import { daysBetween, interestCents } from './loan-terms.ts'

const interestDaysMin = 7
/** Cents, basis points and days over this are cents of interest. */
const whole = 10_000n * 365n

export type LoanDebt = {
  principalCents: number
  rateBps: number
  termDays: number
  /** When the borrower had the money, as "2026-07-02". */
  valueDate: string
  payments: readonly { paidOn: string; amountCents: number }[]
  /** Days that a stopped clock added: they bear no interest. */
  interestFree?: readonly FreeDays[]
}

/** The days after the first date, up to and with the second. */
export type FreeDays = readonly [after: string, until: string]

export type Owed = {
  principalCents: number
  interestCents: number
  /** Both together: what ends the loan on that day. */
  payoffCents: number
  perDiemCents: number
}

type Account = { principal: bigint; accrued: bigint; paid: bigint; on: string }

/** On this date, at the end of the day. */
export function owedOn(loan: LoanDebt, date: string): Owed {
  const account = accountAt(loan, date)
  const principal = Number(account.principal)
  const interest = Number(interestOf(loan, account))
  return {
    principalCents: principal,
    interestCents: interest,
    payoffCents: principal + interest,
    perDiemCents: interestCents({ principalCents: principal, rateBps: loan.rateBps, days: 1 }),
  }
}

/** How a payment is split. Nothing where it is more than is owed. */
export function allocate(
  loan: LoanDebt,
  { paidOn, amountCents }: { paidOn: string; amountCents: number },
): { interestCents: number; principalCents: number } | null {
  const owed = owedOn(loan, paidOn)
  if (amountCents > owed.payoffCents) return null
  const interest = Math.min(amountCents, owed.interestCents)
  return { interestCents: interest, principalCents: amountCents - interest }
}

function accountAt(loan: LoanDebt, date: string): Account {
  const start = {
    principal: BigInt(loan.principalCents),
    accrued: 0n,
    paid: 0n,
    on: loan.valueDate,
  }
  const payments = loan.payments
    .filter(({ paidOn }) => paidOn <= date)
    .toSorted((a, b) => (a.paidOn < b.paidOn ? -1 : Number(a.paidOn > b.paidOn)))
  const last = payments.reduce((account: Account, payment) => {
    const now = accrue(loan, account, payment.paidOn)
    const amount = BigInt(payment.amountCents)
    const due = interestOf(loan, now)
    const toInterest = amount < due ? amount : due
    return {
      ...now,
      paid: now.paid + toInterest,
      principal: now.principal - (amount - toInterest),
    }
  }, start)
  return accrue(loan, last, date)
}

function accrue(loan: LoanDebt, account: Account, to: string): Account {
  const days = Math.max(0, daysBetween({ from: account.on, to }) - freeDaysOf(loan, account.on, to))
  const more = account.principal * BigInt(loan.rateBps) * BigInt(days)
  return { ...account, accrued: account.accrued + more, on: to > account.on ? to : account.on }
}

/** How many of these days bear no interest, each once. */
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

/** What has come together, at least the least there is, less what has been paid of it. */
function interestOf(loan: LoanDebt, { accrued, paid }: Account): bigint {
  const days = Math.min(interestDaysMin, loan.termDays)
  const least = BigInt(interestCents({ ...loan, days }))
  const rounded = (accrued * 2n + whole) / (whole * 2n)
  const owed = (rounded > least ? rounded : least) - paid
  return owed > 0n ? owed : 0n
}
