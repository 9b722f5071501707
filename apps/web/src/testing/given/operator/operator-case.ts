import type { CallOutput } from '@pier/protocol/calls/calls'

type Case = CallOutput<'GET /operator/cases/:id'>
type Loan = CallOutput<'GET /operator/loans/:id'>
type Exhibit = Case['exhibits'][number]
type Step = Case['timeline'][number]
type Choice = Case['choices'][number]
type Check = Case['checks'][number]

/** A complete dispute, as in the design of the console. */
const caseId = '0197f2c4-4a00-7000-8000-00000000c412'
const escrowId = '0197f2c4-4a00-7000-8000-00000000e3b7'
const person = (id: string, name: string, record: string): Case['borrower'] => ({
  id: `0197f2c4-4a00-7000-8000-00000000b00${id}`,
  name,
  email: `${name.charAt(0).toLowerCase()}***@m***.example`,
  record,
})
export const borrower = person('1', 'Oona Kallio', '4 loans repaid')
const lender = person('2', 'Rui Sampaio', '9 loans funded')

type Weighed = Pick<Exhibit, 'number' | 'name' | 'from' | 'weight' | 'check_note' | 'is_good'>

const exhibit = (weighed: Weighed): Exhibit => ({
  id: `0197f2c4-4a00-7000-8000-00000000f00${weighed.number}`,
  at: '2026-10-09T18:40:00.000Z',
  type: 'application/pdf',
  size: 48_000,
  hash: `${weighed.number}1ae${'0'.repeat(56)}09c2`,
  ...weighed,
})
const step = (words: string, at: string | null, state: Step['state'] = 'done'): Step => ({
  words,
  at: at && `2026-10-${at}:00.000Z`,
  state,
  note: null,
})
const choice = (outcome: Choice['outcome'], title: string, note: string): Choice => ({
  outcome,
  title,
  note,
  is_open: !note.startsWith('Not'),
  template: `Exhibit [number] shows what happened to the payment on the ${title.length}th.`,
})
const met = (words: string): Check => ({ words, is_met: true, note: null })
const checks = [
  met('Funding admitted by the borrower'),
  met('Payoff amounts match to the cent'),
  met('Both sides heard within the deadlines'),
  met('You have no other case with either side'),
]
const loan = {
  code: 'LN-3B7E',
  version: 9,
  domain: 'foghorn.net',
  unicode: 'foghorn.net',
  borrower,
  lender,
  is_open: false,
  decisions: [],
}

export const foghorn: Case = {
  ...loan,
  id: caseId,
  number: 412,
  escrow_id: escrowId,
  reason: 'REPAYMENT_NOT_RECEIVED',
  reason_words: 'Repayment not received',
  opened_by: 'LENDER',
  opened_at: '2026-10-07T10:00:00.000Z',
  closed_at: null,
  outcome: null,
  stage: 'ready',
  stage_words: 'Ready to rule',
  move: {
    whose: 'YOU',
    title: 'Propose a ruling',
    note: 'Both statements and replies are in.',
    by: '2026-10-19T10:00:00.000Z',
    otherwise: 'Senior review on 8 Nov',
    otherwise_note: 'No side wins by default.',
  },
  senior_review_at: '2026-11-08T10:00:00.000Z',
  facts: [
    { label: 'Principal', value: '$4,200.00' },
    { label: 'Claimed repaid', value: '$4,355.34' },
    { label: 'Payoff that day', value: '$4,355.34' },
    { label: 'Wholesale value', value: '$18,400' },
    { label: 'Funding', value: 'admitted 8 Jul' },
  ],
  statements: [
    {
      party: 'BORROWER',
      kind: 'statement',
      body: 'I paid the full payoff by SEPA on 6 October with the reference shown on the loan screen. My bank confirms execution the same day.',
      at: '2026-10-07T10:00:00.000Z',
    },
    {
      party: 'LENDER',
      kind: 'statement',
      body: 'Nothing with this reference has arrived. My latest statement is attached. I will confirm the moment it does.',
      at: '2026-10-09T18:40:00.000Z',
    },
  ],
  questions: [],
  rail: 'SEPA',
  exhibits: [
    exhibit({
      number: 1,
      name: 'Payment order.pdf',
      from: 'Borrower',
      weight: 'supporting',
      check_note: 'Reference matches',
      is_good: true,
    }),
    exhibit({
      number: 2,
      name: 'Statement with end-to-end reference.pdf',
      from: 'Borrower',
      weight: 'decisive',
      check_note: 'Payee matches vault',
      is_good: true,
    }),
    exhibit({
      number: 3,
      name: 'Statement, 1 to 5 October.pdf',
      from: 'Lender',
      weight: 'supporting',
      check_note: 'Ends before the payment',
      is_good: false,
    }),
    exhibit({
      number: 4,
      name: 'Phone screenshot of a balance.png',
      from: 'Lender',
      weight: 'not_alone',
      check_note: null,
      is_good: null,
    }),
  ],
  timeline: [
    step('Borrower claims repaid', '06T09:31'),
    step('Lender contests, case opens', '07T10:00'),
    step('Both statements in', '09T18:40'),
    step('Reply by borrower, exhibit 2', '12T08:02'),
    step('Ruling', '19T10:00', 'now'),
    step('Appeal, 5 days', null, 'ahead'),
  ],
  settlements: [
    {
      by: 'BORROWER',
      words: "Borrower proposes: lender confirms on arrival of the bank's trace.",
      statement: null,
      at: '2026-10-12T08:10:00.000Z',
    },
  ],
  choices: [
    choice('REPAID', 'Repaid', 'Domain returns to the borrower, now. Final status: Complete.'),
    choice(
      'CURE',
      'Not repaid, more time to repay',
      'Loan goes on, at least 7 more days of grace.',
    ),
    choice('DEFAULT', 'Default confirmed', 'Not available: no notice was given.'),
    choice('NOT_FUNDED', 'Loan never received', 'Not available: receipt was admitted.'),
  ],
  checks,
  can_propose: true,
  why_not: null,
  assigned_to: null,
}

export const foghornLoan: Loan = {
  ...loan,
  id: escrowId,
  domain_id: caseId,
  status: 'ESCALATED',
  phase: 'DISPUTED',
  amount: 4200,
  rate: 15,
  term: 90,
  contract: 0,
  payoff: 4355.34,
  value: 18_400,
  funding: 'admitted 8 Jul',
  due_at: '2026-10-06T00:00:00.000Z',
  grace_until: '2026-10-13T00:00:00.000Z',
  objection_until: null,
  deadline_at: null,
  is_held: false,
  is_clock_stopped: false,
  linked_id: null,
  holds: [],
  stops: [],
  payments: [
    {
      kind: 'FULL',
      claimed_by: 'BORROWER',
      amount: 4355.34,
      paid_on: '2026-10-06',
      reference: 'LN-3B7E-OUT',
      status: 'CONTESTED',
    },
  ],
  seizure_checks: checks,
  chain: { is_whole: true, problem: null, count: 2, head: '0'.repeat(64) },
  events: [
    {
      seq: 2,
      at: '2026-10-07T10:00:00.000Z',
      action: 'contest',
      actor: 'LENDER',
      words: 'Rui Sampaio says that the repayment did not come',
      from: 'LOAN_POSTED',
      to: 'ESCALATED',
      data: {},
      hash: `71ae${'0'.repeat(56)}09c2`,
    },
    {
      seq: 1,
      at: '2026-07-08T10:00:00.000Z',
      action: 'confirmReceipt',
      actor: 'BORROWER',
      words: 'Oona Kallio confirmed receipt',
      from: 'LOAN_POSTED',
      to: 'LOAN_POSTED',
      data: {},
      hash: `b3d0${'0'.repeat(56)}e417`,
    },
  ],
  terms_changes: [],
  case_id: caseId,
  restricted: null,
}
