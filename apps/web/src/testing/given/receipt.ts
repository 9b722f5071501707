import type { CallOutput } from '@pier/protocol/calls/calls'
import type { Party } from '@pier/protocol/lifecycles/loan'
import type { LoanStatus } from '@pier/protocol/statuses'

type Receipt = NonNullable<CallOutput<'GET /escrow/:id'>['receipt']>

/** The receipt of an ended loan, as one party reads it. */
export function receiptSeen(status: LoanStatus, role: Party): Receipt {
  const isBorrower = role === 'BORROWER'
  const hasRun = status !== 'CANCELLED'
  return {
    ...words[status === 'CANCELLED' ? 'cancelled' : isReturned(status) ? 'repaid' : 'seized'],
    lines: hasRun ? lines(role, isReturned(status)) : [],
    nothing_paid: hasRun ? null : 'No payment was confirmed on this loan.',
    sums: hasRun ? sums(isReturned(status)) : null,
    fees: isBorrower
      ? [{ date: '2026-09-02', what: 'Registry fee for the transfer', amount: 10.44 }]
      : [],
    total: totalOf(status, isBorrower),
    next: isBorrower === isReturned(status) ? owners : lenders,
    no_deadline: true,
    terms: { amount: 14_500, term: 120, apy: 18 },
    record: {
      as: role,
      loans: 5,
      repaid: 5,
      on_time: 4,
      lapses: 1,
      amount: 41_200,
      since: 2024,
    },
    messages: 14,
    events: 19,
  }
}

const isReturned = (status: LoanStatus) => status === 'FINALIZED_RETURN_TO_BORROWER'

const words = {
  repaid: {
    ending: 'REPAID',
    headline: 'Repaid, and the name is yours again',
    sentence:
      'Teodor Nyberg confirmed $15,215.07, 20 days before the due date. That saved you $143.01 of interest. lanternfish.com stays in our custody, locked, until you decide.',
  },
  seized: {
    ending: 'SEIZED',
    headline: 'The domain went to the lender',
    sentence:
      'The default notice of 1 Nov 2026 got no answer. Two operators confirmed the seizure on 22 Nov 2026. You owe nothing more on this loan.',
  },
  cancelled: {
    ending: 'CANCELLED_BY_BORROWER',
    headline: 'Mara Lindqvist cancelled this loan',
    sentence:
      'It was cancelled on 22 Nov 2026. No payment was confirmed, and nobody owes anything.',
  },
} satisfies Record<string, Pick<Receipt, 'ending' | 'headline' | 'sentence'>>

function lines(role: Party, isRepaid: boolean): Receipt['lines'] {
  const [you, other] = role === 'BORROWER' ? ['you', 'Teodor Nyberg'] : ['Mara Lindqvist', 'you']
  const rail = 'bank transfer'
  const funding: Receipt['lines'][number] = {
    kind: 'FUNDING',
    what: 'Loan received',
    date: '2026-07-02',
    from: other,
    to: you,
    rail,
    reference: 'LN-7F3K-IN',
    amount: 14500,
    confirmed: {
      by: `by ${you}`,
      at: '2026-07-02T11:41:00.000Z',
    },
  }
  const repaid: Receipt['lines'][number] = {
    kind: 'REPAYMENT',
    what: 'Loan repaid',
    date: '2026-10-10',
    from: you,
    to: other,
    rail,
    reference: 'LN-7F3K-OUT',
    amount: 15215.07,
    confirmed: {
      by: `by ${other}`,
      at: '2026-10-11T16:20:00.000Z',
    },
  }
  return isRepaid ? [funding, repaid] : [funding]
}

const sums = (isRepaid: boolean) => ({
  principal: 14_500,
  interest: 715.07,
  interest_days: 100,
  advances: 0,
  is_least: false,
  per_diem: 7.15,
  rate: 18,
  short_received: 0,
  difference: 0,
  by_domain: isRepaid ? 0 : 15_215.07,
  unpaid: 0,
  paid: isRepaid ? 15_215.07 : 0,
  stopped_on: '2026-10-10',
  stopped_by: 'the day of your payment',
  agreed: { date: '2026-10-30', amount: 15_358.08 },
  saved: isRepaid ? 143.01 : null,
})

function totalOf(status: LoanStatus, isBorrower: boolean) {
  if (status === 'CANCELLED')
    return isBorrower ? { label: 'The loan cost you', amount: 10.44 } : null
  if (!isReturned(status)) return { label: 'You repaid in money', amount: 0 }
  return isBorrower
    ? { label: 'The loan cost you', amount: 725.51 }
    : { label: 'The loan brought you', amount: 715.07 }
}

const step = (
  kind: Receipt['next'][number]['kind'],
  title: string,
  note: string,
  from: string | null = null,
) => ({
  kind,
  title,
  note,
  from,
  why_not: null,
  escrow_id: null,
})

const owners: Receipt['next'] = [
  step(
    'LIST',
    'List it again',
    'Prefilled with your last terms: $14,500, 120 days, 18.00%. It is already in custody, so funding is faster.',
  ),
  step(
    'TRANSFER_OUT',
    'Transfer it to another registrar',
    'Possible from 1 Nov 2026: the registry’s 60-day lock after the transfer of 2 Sep 2026. We charge no fee.',
    '2026-11-01T09:00:00.000Z',
  ),
  step(
    'KEEP',
    'Keep it here',
    'Locked, paid up to 8 Mar 2028, nameservers stay yours to edit. Renewal $10.44 a year.',
  ),
]
const lenders: Receipt['next'] = [
  step('LEND', 'Lend again', 'Browse open listings and make an offer.'),
  step('LOANS', 'Your loans', 'All your loans as lender, with next actions and deadlines.'),
]
