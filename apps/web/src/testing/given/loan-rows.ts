import type { CallOutput } from '@pier/protocol/calls/calls'
import type { Answers } from '../screen/fake-server.ts'
import { stepsOver } from './first-steps.ts'

type Loan = CallOutput<'POST /escrow/borrower'>['escrows'][number]
type Offer = CallOutput<'GET /offers/my-offers'>['offers'][number]

/** Plus an hour, so that the days shown are whole. */
const inDays = (days: number) => new Date(Date.now() + (days * 24 + 1) * 3_600_000).toISOString()

type GivenLoan = Partial<Loan> &
  Pick<Loan, 'domain' | 'code' | 'amount' | 'term' | 'apy' | 'repay' | 'move' | 'deadline_at'>

const loan = (change: GivenLoan): Loan => ({
  id: crypto.randomUUID(),
  unicode: change.domain,
  status: 'LOAN_POSTED',
  created_at: '2026-07-02T09:00:00.000Z',
  borrower_id: crypto.randomUUID(),
  lender_id: crypto.randomUUID(),
  your_move: false,
  phase: 'ACTIVE',
  paid: 0,
  due_at: null,
  on_deadline: '',
  clock_stopped: false,
  ...change,
})

const borrowedRows: GivenLoan[] = [
  {
    domain: 'lanternfish.com',
    code: 'LN-7F3K',
    amount: 14_500,
    term: 120,
    apy: 18,
    repay: 15_358.08,
    your_move: true,
    move: 'You repay',
    on_deadline: '7 days of grace',
    deadline_at: inDays(16),
  },
  {
    domain: 'saltmarsh.io',
    code: 'LN-9C2D',
    amount: 8900,
    term: 60,
    apy: 22,
    repay: 9221.86,
    your_move: true,
    phase: 'FUNDING_CLAIMED',
    move: 'You confirm receipt',
    on_deadline: 'An operator reviews it',
    deadline_at: inDays(5),
  },
  {
    domain: 'gullwatch.com',
    code: 'LN-5H8T',
    amount: 5200,
    term: 90,
    apy: 20,
    repay: 5456.44,
    phase: 'REPAYMENT_CLAIMED',
    move: 'Lender confirms',
    on_deadline: 'An operator reviews it',
    deadline_at: inDays(3),
  },
  {
    domain: 'tideglass.com',
    code: 'LN-2Q6M',
    status: 'PENDING_SIGNATURE',
    amount: 9800,
    term: 75,
    apy: 19,
    repay: 10_182.6,
    your_move: true,
    phase: 'SIGNATURES',
    move: 'Sign the lending agreement',
    on_deadline: 'The loan is cancelled',
    deadline_at: inDays(2),
  },
]

const lentRows: GivenLoan[] = [
  {
    domain: 'northquay.co',
    code: 'LN-4V1X',
    status: 'DOMAIN_IN_CUSTODY',
    amount: 6000,
    term: 90,
    apy: 21.5,
    repay: 6318.08,
    your_move: true,
    phase: 'AWAITING_PAYMENT',
    move: 'You pay',
    on_deadline: 'The loan is cancelled',
    deadline_at: inDays(4),
  },
  {
    domain: 'quietharbormaster.com',
    code: 'LN-8D0W',
    amount: 26_000,
    term: 80,
    apy: 15,
    repay: 26_854.79,
    move: 'Borrower repays',
    on_deadline: '7 days of grace',
    deadline_at: inDays(20),
  },
  {
    domain: 'slipway.dev',
    code: 'LN-1A9R',
    status: 'FINALIZED_RETURN_TO_BORROWER',
    amount: 3400,
    term: 60,
    apy: 20,
    repay: 3511.78,
    phase: 'ENDED',
    move: 'Closed',
    deadline_at: null,
  },
]

type GivenOffer = Partial<Offer> &
  Pick<
    Offer,
    'domain' | 'other' | 'loan_amount' | 'term' | 'apy' | 'adjusted' | 'repay' | 'expires_at'
  >

const offer = (change: GivenOffer): Offer => ({
  id: crypto.randomUUID(),
  unicode: change.domain,
  domain_id: `of ${change.domain}`,
  listing_id: crypto.randomUUID(),
  status: 'PENDING',
  message: null,
  reason: null,
  side: 'LENDER',
  version: 1,
  contract: 0,
  interest: 0,
  is_backup: false,
  your_move: false,
  created_at: '2026-10-08T10:00:00.000Z',
  decided_at: null,
  escrow_id: null,
  ask: { loan_amount: 32_000, term: 180, apy: 14.5, value: 74_000 },
  ...change,
})

const receivedRows: GivenOffer[] = [
  {
    domain: 'plumbline.ai',
    other: { handle: 'heron-41', funded: 11, accepted: 11, lapses: 0 },
    loan_amount: 32_000,
    term: 180,
    apy: 14.5,
    adjusted: 7.15,
    repay: 34_288.22,
    your_move: true,
    expires_at: inDays(0.8),
  },
  {
    domain: 'plumbline.ai',
    other: { handle: 'slackwater', funded: 4, accepted: 4, lapses: 0 },
    loan_amount: 30_000,
    term: 210,
    apy: 13.25,
    adjusted: 7.62,
    repay: 32_286.99,
    your_move: true,
    expires_at: inDays(4),
    message: 'I can pay within a day, and have done so before.',
  },
  {
    domain: 'plumbline.ai',
    other: { handle: 'northpoint-capital', funded: 27, accepted: 29, lapses: 0 },
    loan_amount: 35_000,
    term: 180,
    apy: 15.75,
    adjusted: 7.77,
    repay: 37_718.49,
    your_move: true,
    contract: 1,
    expires_at: inDays(6),
  },
  {
    domain: 'oldlighthouse.org',
    other: { handle: 'kelp-and-co', funded: 0, accepted: 0, lapses: 0 },
    loan_amount: 2000,
    term: 30,
    apy: 24,
    adjusted: 1.97,
    repay: 2039.45,
    status: 'DENIED',
    expires_at: '2026-10-12T10:00:00.000Z',
    decided_at: '2026-10-12T10:00:00.000Z',
  },
]

const other = { handle: 'keel-and-sons', funded: 2, accepted: 2, lapses: 0 }
const sentRows: GivenOffer[] = [
  {
    domain: '7knots.com',
    other,
    loan_amount: 21_000,
    term: 240,
    apy: 14,
    adjusted: 9.21,
    repay: 22_933.15,
    side: 'BORROWER',
    your_move: true,
    expires_at: inDays(7),
  },
  {
    domain: 'glasstide.com',
    other,
    loan_amount: 9000,
    term: 75,
    apy: 19.5,
    adjusted: 4.01,
    repay: 9360.62,
    expires_at: inDays(2),
  },
  {
    domain: 'reedmarsh.io',
    other,
    loan_amount: 8900,
    term: 60,
    apy: 22,
    adjusted: 3.62,
    repay: 9221.86,
    status: 'RESCINDED',
    reason: 'EXPIRED',
    expires_at: '2026-10-11T10:00:00.000Z',
    decided_at: '2026-10-11T10:00:00.000Z',
  },
  {
    domain: 'northquay.co',
    other,
    loan_amount: 6000,
    term: 90,
    apy: 21.5,
    adjusted: 5.3,
    repay: 6318.08,
    status: 'ACCEPTED',
    expires_at: '2026-10-11T10:00:00.000Z',
    decided_at: '2026-10-09T10:00:00.000Z',
    escrow_id: crypto.randomUUID(),
  },
]

const received = receivedRows.map(offer)

/** Three offers on one domain. */
export const offerIds = received.slice(0, 3).map(({ id }) => id)

/** Loans and offers in both roles. They never change, and all pages are the same. */
export const loanLists = {
  'GET /users/first-steps': stepsOver,
  'POST /escrow/borrower': {
    escrows: borrowedRows.map(loan),
    pages: 2,
    outstanding: 28_600,
    moves: 3,
  },
  'POST /escrow/lender': { escrows: lentRows.map(loan), pages: 3, outstanding: 31_200, moves: 1 },
  'GET /offers/my-offers': { offers: received, pages: 2 },
  'GET /offers/sent-offers': { offers: sentRows.map(offer), pages: 2 },
} satisfies Answers
