import type { CallName, CallOutput } from '@pier/protocol/calls/calls'
import type { OperatorQueue } from '@pier/protocol/operators'
import type { Answers } from '../../screen/fake-server.ts'
import { borrower, foghorn, foghornLoan } from './operator-case.ts'

/** The data in the design of the console: twelve queues, three disputes, one of them complete. */
type Row = CallOutput<'GET /operator/queues/:queue'>['rows'][number]

type GivenLine = Partial<Row> & Pick<Row, 'title' | 'detail' | 'next_step' | 'link'>

const line = (change: GivenLine): Row => ({
  id: change.title,
  state: 'Ready to rule',
  since: '2026-10-07T10:00:00.000Z',
  deadline_at: null,
  at_risk: null,
  assigned_to: null,
  can_dismiss: false,
  ...change,
})
const disputes = [
  line({
    title: 'foghorn.net',
    detail: 'LN-3B7E, the repayment did not come',
    deadline_at: '2026-10-19T10:00:00.000Z',
    at_risk: 4355.34,
    next_step: 'Weigh the exhibits and propose a ruling',
    link: `/operator/cases/${foghorn.id}`,
  }),
  line({
    title: 'driftline.com',
    detail: 'LN-5H8T, the loan money did not come',
    state: 'Waiting for lender',
    since: '2026-10-12T09:30:00.000Z',
    deadline_at: '2026-10-15T21:00:00.000Z',
    at_risk: 12_000,
    next_step: 'Wait for the lender to answer',
    link: '/operator/cases/2',
    assigned_to: { id: borrower.id, name: 'Ilse Brandt' },
  }),
  line({
    title: 'kelpforest.org',
    detail: 'LN-9C2D, less came than was agreed',
    state: 'New',
    since: '2026-10-14T11:00:00.000Z',
    deadline_at: '2026-10-14T13:00:00.000Z',
    at_risk: 800,
    next_step: 'Take the case. Both sides expect a first answer within a day',
    link: '/operator/cases/3',
  }),
]

const counts: [OperatorQueue, number][] = [
  ['disputes', 6],
  ['seizures', 1],
  ['transfers', 4],
  ['renewals', 2],
  ['payments', 3],
  ['risk', 5],
  ['holds', 1],
  ['notices', 0],
  ['dormant', 0],
  ['users', 2],
  ['support', 1],
  ['jobs', 0],
]
const queues = counts.map(([queue, count]) => ({
  queue,
  count,
  late: queue === 'disputes' ? 1 : 0,
}))

const calls: CallName[] = [
  'GET /operator/decisions',
  'GET /operator/clocks',
  'POST /operator/clocks',
  'GET /operator/loans/:id/as/:party',
  'POST /operator/loans/:id/open',
  'POST /operator/loans/:id/rule',
  'POST /operator/loans/:id/seize',
  'POST /operator/cases/:id/questions',
  'PUT /operator/cases/:id/exhibits/:number',
  'GET /operator/cases/:id/exhibits/:number',
  'POST /operator/contact/:id/answer',
  'POST /operator/contact/:id/close',
  'POST /operator/holds',
  'POST /operator/holds/:id/lift',
]

const question: CallOutput<'GET /operator/contact/:id'> = {
  id: '0197f2c4-4a00-7000-8000-00000000c001',
  name: 'Oona Kallio',
  email: 'oona@kallio.example',
  topic: 'custody',
  message: 'Do you hold names under .fi, and what does it cost?',
  created_at: '2026-10-14T12:20:00.000Z',
  others: 1,
  closed_at: null,
  closed_by: null,
  answer: null,
}

const onDuty: CallOutput<'GET /operator/self'> = {
  id: '0197f2c4-4a00-7000-8000-00000000a001',
  name: 'Noor Haddad',
  email: 'noor@pier.example',
  roles: ['case_officer'],
  has_joined: true,
  is_ended: false,
  keys_from: null,
  now: '2026-10-14T14:06:00.000Z',
  is_clock_stopped: false,
  calls,
}

/** The console as a case officer sees it, at a fixed time. */
export const operatorAnswers = {
  'GET /operator/self': onDuty,
  'GET /operator/queues': { queues },
  'GET /operator/queues/:queue': {
    rows: disputes,
    states: ['Ready to rule', 'New'],
    total: disputes.length,
    pages: 1,
  },
  'GET /operator/cases/:id': foghorn,
  'GET /operator/loans/:id': foghornLoan,
  'GET /operator/contact/:id': question,
  'GET /operator/decisions': { decisions: [], pages: 1, total: 0 },
  'GET /operator/clocks': { stops: [] },
} satisfies Answers

export const operatorPaths = [
  '/operator/queues/disputes',
  `/operator/cases/${foghorn.id}`,
  `/operator/loans/${foghorn.escrow_id}`,
  `/operator/contact/${question.id}`,
  '/operator/decisions',
  '/operator/clocks',
] as const
