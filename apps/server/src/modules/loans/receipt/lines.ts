/**
 * The payments of a loan as claimed and confirmed. A payment that nobody confirmed and no ruling or
 * settlement upheld is left out, and a sum that nobody named is not computed.
 */
import type { Party } from '@pier/protocol/lifecycles/loan'
import type { LoanEnding } from '@pier/protocol/loans/loan-endings'
import type { Loan } from '../facts/loans.repository.ts'
import { dateOf } from '../facts/loan-view.ts'
import type { LoanPayment } from '../facts/payments.repository.ts'
import { settlementOf, type StepEvent } from './ending.ts'

/** A party, two operators (ruling), both parties (settlement), or another lender. */
export type Who = Party | 'RULING' | 'SETTLEMENT' | { name: string }

export type ReceiptLine = {
  kind: 'FUNDING' | 'PART' | 'REPAYMENT' | 'PAYOUT' | 'REST'
  date: string
  from: Who
  to: Who
  reference: string
  /** Null if no sum was named. */
  amountCents: number | null
  confirmed: { by: Who; at: Date } | null
  /** No day was named, so `date` is that of the confirmation. */
  isUndated?: boolean
}

/** A loan on the same domain that was paid out, or that paid this one out. */
type Linked = { lenderName: string; reference: string | null } | null

export type Lined = {
  loan: Loan
  payments: readonly LoanPayment[]
  events: readonly StepEvent[]
  ending: LoanEnding
  last: StepEvent | undefined
  former: Linked
  replacement: Linked
}

export const linesOf = (lined: Lined): ReceiptLine[] => [
  ...fundingOf(lined),
  ...partsOf(lined),
  ...repaymentOf(lined),
]

const fundingSteps = ['markPaid', 'confirmReceipt', 'rule', 'settle', 'takeOver']

/** What started the loan: the borrower, a ruling or settlement, or a refinancing. */
function fundingOf(lined: Lined): ReceiptLine[] {
  const { loan, events, payments } = lined
  const began = events.find(
    ({ action, toPhase, version }) =>
      version !== null && toPhase === 'ACTIVE' && fundingSteps.includes(action),
  )
  if (!loan.valueDate || !began) return []
  if (began.action === 'takeOver') return takenOver(lined, began)
  const claim = payments.findLast(
    ({ kind, status }) => kind === 'FUNDING' && (status === 'CONFIRMED' || status === 'DENIED'),
  )
  return [
    {
      kind: 'FUNDING',
      date: loan.valueDate,
      from: 'LENDER',
      to: 'BORROWER',
      reference: claim?.reference ?? `${loan.code}-IN`,
      amountCents: claim?.amountCents ?? loan.amountCents,
      confirmed: { by: upholder(began.action) ?? 'BORROWER', at: began.at },
    },
  ]
}

/** The first lender was paid out of it, and the borrower had the rest. */
function takenOver({ loan, payments, former }: Lined, began: StepEvent): ReceiptLine[] {
  const claim = payments.findLast(({ kind }) => kind === 'FUNDING')
  const payoutCents = loan.payoffCents ?? loan.amountCents
  const reference = claim?.reference ?? `${loan.code}-IN`
  const date = loan.valueDate ?? dateOf(began.at)
  const paidOut = { name: former?.lenderName ?? 'Previous lender' }
  const payout: ReceiptLine = {
    kind: 'PAYOUT',
    date,
    from: 'LENDER',
    to: paidOut,
    reference,
    amountCents: payoutCents,
    confirmed: {
      by: paidOut,
      at: began.at,
    },
  }
  const restCents = loan.amountCents - payoutCents
  if (restCents <= 0) return [payout]
  const at = loan.restConfirmedAt
  const rest: ReceiptLine = {
    kind: 'REST',
    date: claim?.paidOn ?? date,
    from: 'LENDER',
    to: 'BORROWER',
    reference,
    amountCents: restCents,
    confirmed: at && {
      by: 'BORROWER',
      at,
    },
  }
  return [payout, rest]
}

function partsOf({ loan, payments }: Lined): ReceiptLine[] {
  return payments
    .filter(({ kind, status }) => kind === 'PARTIAL' && status === 'CONFIRMED')
    .toSorted((one, other) => one.paidOn.localeCompare(other.paidOn))
    .map(({ paidOn, reference, amountCents, decidedAt }) => ({
      kind: 'PART',
      date: paidOn,
      from: 'BORROWER',
      to: 'LENDER',
      reference: reference ?? `${loan.code}-OUT`,
      amountCents,
      confirmed: decidedAt && { by: 'LENDER', at: decidedAt },
    }))
}

/** The final payment. A disputed claim counts if a ruling or settlement upheld it. */
function repaymentOf(lined: Lined): ReceiptLine[] {
  const { loan, payments, ending, last } = lined
  if (settlementOf(ending) !== 'MONEY' || !last) return []
  if (ending.startsWith('REFINANCED')) return [paidOutBy(lined, last)]
  const by = upholder(last.action) ?? 'LENDER'
  const claim = payments.findLast(
    ({ kind, status }) =>
      kind === 'FULL' && (status === 'CONFIRMED' || (status === 'DENIED' && by !== 'LENDER')),
  )
  if (!claim && isPaidInParts(lined)) return []
  return [
    {
      kind: 'REPAYMENT',
      date: claim?.paidOn ?? dateOf(last.at),
      from: 'BORROWER',
      to: 'LENDER',
      reference: claim?.reference ?? `${loan.code}-OUT`,
      amountCents: claim?.amountCents ?? null,
      confirmed: { by, at: last.at },
      isUndated: !claim,
    },
  ]
}

function paidOutBy({ loan, replacement }: Lined, last: StepEvent): ReceiptLine {
  const { payoffCents } = last.data as { payoffCents?: number | null } // What the chain was given.
  return {
    kind: 'PAYOUT',
    date: dateOf(last.at),
    from: { name: replacement?.lenderName ?? 'Another lender' },
    to: 'LENDER',
    reference: replacement?.reference ?? `${loan.code}-OUT`,
    amountCents: payoffCents ?? null,
    confirmed: { by: last.actor === 'TWO_OPERATORS' ? 'RULING' : 'LENDER', at: last.at },
  }
}

const upholder = (action: string): 'RULING' | 'SETTLEMENT' | null =>
  action === 'rule' ? 'RULING' : action === 'settle' ? 'SETTLEMENT' : null

/** Partial payments covered the principal, so there was no final payment. */
function isPaidInParts({ loan, payments }: Lined): boolean {
  const paid = payments.filter(({ kind, status }) => kind === 'PARTIAL' && status === 'CONFIRMED')
  const cents = paid.reduce((sum, { principalCents }) => sum + (principalCents ?? 0), 0)
  return paid.length > 0 && cents >= loan.amountCents
}
