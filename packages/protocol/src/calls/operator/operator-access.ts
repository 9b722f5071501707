import type { OperatorRole } from '../../operators.ts'
import type { CallName } from '../calls.ts'

export type OperatorCallName = Extract<CallName, `${string} /operator/${string}`>
type SignInCall = 'POST /operator/login' | 'POST /operator/join/start' | 'POST /operator/join'
type Read = Extract<OperatorCallName, `GET ${string}`>
type RestrictedRead =
  | 'GET /operator/audit.csv'
  | 'GET /operator/loans/:id/as/:party'
  | 'GET /operator/cases/:id/exhibits/:number'
  | 'GET /operator/documents/:id'

/** Reads that are not recorded in the audit log. */
export type QueryName = Exclude<Read, RestrictedRead>
/** Recorded in the audit log: every change, and reads of restricted data. */
export type CommandName = Exclude<OperatorCallName, QueryName | SignInCall>

/** All operator roles. */
const staff = ['support', 'case_officer', 'approver', 'finance', 'compliance', 'admin'] as const
const cases = ['case_officer', 'approver', 'compliance'] as const
const files = ['support', ...cases] as const
const books = ['finance', 'approver', 'compliance', 'admin'] as const

/** Who may settle transfers and registrar events, and resend registrar commands. */
const desk = ['support', 'case_officer', 'admin'] as const

/** Who may make which call. `open` needs no login, because it leads to one. */
export const operatorAccess: Record<OperatorCallName, readonly OperatorRole[] | 'open'> = {
  'POST /operator/login': 'open',
  'POST /operator/join/start': 'open',
  'POST /operator/join': 'open',
  'POST /operator/logout': staff,
  'GET /operator/self': staff,
  'GET /operator/docs': staff,
  'GET /operator/operators': staff,
  'POST /operator/operators': ['admin'],
  'PUT /operator/operators/:id/roles': ['admin'],
  'POST /operator/operators/:id/end': ['admin'],
  'GET /operator/audit': ['compliance', 'approver', 'admin'],
  'GET /operator/audit.csv': ['compliance', 'admin'],
  'GET /operator/queues': staff,
  'GET /operator/queues/:queue': staff,
  'PUT /operator/queues/:queue/:id': staff,
  'POST /operator/queues/:queue/:id/dismiss': [...cases, 'finance'],
  'GET /operator/decisions': staff,
  'GET /operator/decisions/:id': staff,
  'POST /operator/decisions/:id/confirm': ['approver'],
  'POST /operator/decisions/:id/decline': [
    'case_officer',
    'approver',
    'compliance',
    'finance',
    'admin',
  ],
  'GET /operator/loans/:id': files,
  'GET /operator/loans/:id/as/:party': files,
  'POST /operator/loans/:id/open': files,
  'POST /operator/loans/:id/rule': ['case_officer'],
  'POST /operator/loans/:id/seize': ['case_officer'],
  'POST /operator/loans/:id/seize-for-platform': ['compliance'],
  'POST /operator/loans/:id/cancel': ['case_officer'],
  'GET /operator/cases/:id': files,
  'POST /operator/cases/:id/questions': ['case_officer', 'compliance'],
  'PUT /operator/cases/:id/exhibits/:number': ['case_officer'],
  'GET /operator/cases/:id/exhibits/:number': cases,
  'POST /operator/documents': [...cases, 'finance'],
  'GET /operator/documents/:id': [...cases, 'finance'],
  'POST /operator/holds': ['case_officer', 'compliance'],
  'POST /operator/holds/:id/lift': ['case_officer', 'compliance'],
  'GET /operator/clocks': staff,
  'POST /operator/clocks': ['case_officer', 'admin'],
  'POST /operator/clocks/:id/start': ['approver', 'admin'],

  'GET /operator/jobs/:id': staff,
  'POST /operator/jobs/:id/retry': ['support', 'admin'],
  'POST /operator/jobs/:id/resolve': ['admin'],
  'GET /operator/domains/:id': staff,
  'GET /operator/transfers/:id': staff,
  'POST /operator/transfers/:id/resolve': desk,
  'POST /operator/commands/:id/retry': desk,
  'POST /operator/commands/:id/resolve': ['case_officer', 'admin'],
  'GET /operator/registrar-events': staff,
  'POST /operator/registrar-events/:id/resolve': desk,
  'POST /operator/alarms/:id/resolve': ['case_officer', 'admin'],
  'POST /operator/valuations': ['case_officer', 'finance'],

  'GET /operator/users': staff,
  'GET /operator/users/:id': staff,
  'POST /operator/users/:id/open': [...files, 'finance'],
  'POST /operator/users/:id/freeze': ['support', 'case_officer', 'compliance'],
  'POST /operator/users/:id/unfreeze': ['case_officer', 'compliance'],
  'POST /operator/users/:id/messages': ['support', 'case_officer', 'compliance', 'finance'],
  'PUT /operator/users/:id/email': ['compliance'],
  'POST /operator/users/:id/email/keep': ['support', 'compliance'],
  'GET /operator/contact/:id': staff,
  'POST /operator/contact/:id/answer': ['support', 'case_officer', 'compliance'],
  'POST /operator/contact/:id/close': ['support', 'case_officer', 'compliance'],
  'GET /operator/reports/:id': files,
  'POST /operator/reports/:id/close': ['case_officer', 'compliance'],
  // Money and configuration
  'GET /operator/ledger': books,
  'GET /operator/ledger/accounts': books,
  'GET /operator/payment-events': books,
  'POST /operator/payment-events/:id/resolve': ['finance'],
  'POST /operator/payment-events/:id/retry': ['finance'],
  'POST /operator/payment-events/look-up': ['finance'],
  'GET /operator/withdrawals': books,
  'POST /operator/withdrawals/:id/approve': ['finance'],
  'POST /operator/withdrawals/:id/refuse': ['finance'],
  'POST /operator/withdrawals/:id/address': ['finance'],
  'POST /operator/withdrawals/:id/paid': ['finance'],
  'POST /operator/adjustments': ['finance'],
  'GET /operator/reconciliation': books,
  'POST /operator/reconciliation': ['finance'],
  'GET /operator/settings': staff,
  'GET /operator/settings/:name': staff,
  'POST /operator/settings/:name': ['admin'],
  'GET /operator/tlds': staff,
  'POST /operator/tlds/:suffix': ['admin'],
}
