/** Operators' queries and sign-in calls. Commands have scenes. */
import type {
  CommandName,
  QueryName,
  OperatorCallName,
} from '@pier/protocol/calls/operator/operator-access'
import type { ErrorCode } from '@pier/protocol/errors'
import { deskActs, userActs } from '../operator-acts/desk-acts.ts'
import { loanActs, safeguardActs } from '../operator-acts/loan-acts.ts'
import { moneyActs } from '../operator-acts/money-acts.ts'
import { staffActs } from '../operator-acts/staff-acts.ts'
import type { Scene } from '../operator-acts/world.ts'

/** One scene for each audited call: without it a new call does not compile. */
export const scenes: Record<CommandName, Scene> = {
  ...staffActs,
  ...loanActs,
  ...safeguardActs,
  ...deskActs,
  ...userActs,
  ...moneyActs,
}

/** Commands that concern no user. All others are refused to the users they concern. */
export const aboutNobody: CommandName[] = [
  'POST /operator/logout',
  'POST /operator/operators',
  'PUT /operator/operators/:id/roles',
  'POST /operator/operators/:id/end',
  'GET /operator/audit.csv',
  'POST /operator/settings/:name',
  'POST /operator/tlds/:suffix',
  'POST /operator/documents',
  'POST /operator/jobs/:id/retry',
  'POST /operator/jobs/:id/resolve',
  'POST /operator/registrar-events/:id/resolve',
  'POST /operator/contact/:id/answer',
  'POST /operator/contact/:id/close',
  'POST /operator/payment-events/:id/resolve',
  'POST /operator/payment-events/:id/retry',
  'POST /operator/payment-events/look-up',
  'POST /operator/reconciliation',
]

/** The table to take an id from, or the parameters themselves. */
type Look = { idFrom?: string; params?: Record<string, string>; query?: string }

export const looks: Record<QueryName, Look> = {
  'GET /operator/self': {},
  'GET /operator/docs': {},
  'GET /operator/operators': {},
  'GET /operator/audit': {},
  'GET /operator/queues': {},
  'GET /operator/queues/:queue': { params: { queue: 'disputes' } },
  'GET /operator/decisions': {},
  'GET /operator/decisions/:id': { idFrom: 'decisions' },
  'GET /operator/loans/:id': { idFrom: 'escrows' },
  'GET /operator/cases/:id': { idFrom: 'escrow_disputes' },
  'GET /operator/clocks': {},
  'GET /operator/jobs/:id': { idFrom: 'dead_jobs' },
  'GET /operator/domains/:id': { idFrom: 'domains' },
  'GET /operator/transfers/:id': { idFrom: 'transfers' },
  'GET /operator/registrar-events': {},
  'GET /operator/users': { query: '?search=Mara' },
  'GET /operator/users/:id': { idFrom: 'users' },
  'GET /operator/contact/:id': { idFrom: 'contact_messages' },
  'GET /operator/reports/:id': { idFrom: 'reports' },
  'GET /operator/ledger': {},
  'GET /operator/ledger/accounts': {},
  'GET /operator/payment-events': {},
  'GET /operator/withdrawals': {},
  'GET /operator/reconciliation': {},
  'GET /operator/settings': {},
  'GET /operator/settings/:name': { params: { name: 'limits' } },
  'GET /operator/tlds': {},
}

type Door = { body: object; says: ErrorCode }
const token = 'x'.repeat(43)
const wrong = { password: 'not the right one', code: '000000' }

/** Open to everybody with valid credentials, which nobody here has. */
export const doors: Record<Exclude<OperatorCallName, QueryName | CommandName>, Door> = {
  'POST /operator/login': {
    body: { email: 'nobody@pier.example', ...wrong },
    says: 'operator_login_wrong',
  },
  'POST /operator/join/start': { body: { token }, says: 'link_invalid' },
  'POST /operator/join': { body: { token, ...wrong }, says: 'link_invalid' },
}
