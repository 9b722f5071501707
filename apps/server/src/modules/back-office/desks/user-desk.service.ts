/** What operators see of a user. Restricted parts need a reason, once per session. */
import type { CallOutput } from '@pier/protocol/calls/calls'
import { phaseShown } from '@pier/protocol/lifecycles/loan'
import type { LifecyclePhase } from '@pier/protocol/lifecycles/loan-vocabulary'
import type { LoanStatus } from '@pier/protocol/statuses'
import { AppError } from '../../../platform/app-error.ts'
import { readClock, type Db, type Tx } from '../../../platform/db/database.ts'
import { balanceOf } from '../../ledger/ledger.service.ts'
import { findUser, readUserForOperator, type UserClients } from '../../users/users.service.ts'
import { findReason, type OnDuty } from '../../operators/operators.service.ts'
import { maskEmail } from '../../../platform/mask-email.ts'
import { listDomainsOf, listHoldsOf, listLoansOf, listSecurityOf } from './user-desk.repository.ts'

type View = CallOutput<'GET /operator/users/:id'>

export async function readUser(
  db: Db,
  clients: UserClients,
  { id, onDuty }: { id: string; onDuty: OnDuty },
): Promise<View> {
  const found = await readUserForOperator(db, clients, id)
  if (!found) throw new AppError('user_not_found')
  const { user, hasMfa, sessions, address, emailChangeAt } = found
  const whyOpen = await findReason(db, {
    operatorId: onDuty.operator.id,
    sessionId: onDuty.sessionId,
    action: 'POST /operator/users/:id/open',
    subject: id,
  })
  const isOpen = whyOpen !== undefined
  const { availableCents, heldCents } = await balanceOf(db, id)
  return {
    id,
    name: user.name,
    handle: user.handle,
    email: isOpen ? user.email : maskEmail(user.email),
    is_open: isOpen,
    address: isOpen ? Object.values(address).filter((line) => line !== '') : null,
    created_at: user.createdAt.toISOString(),
    email_verified: user.emailVerifiedAt !== null,
    has_mfa: hasMfa,
    sessions,
    frozen_at: user.frozenAt?.toISOString() ?? null,
    restricted_until: user.restrictedUntil?.toISOString() ?? null,
    deletion_at: user.deletionAt?.toISOString() ?? null,
    email_change_at: emailChangeAt?.toISOString() ?? null,
    balance: { available: availableCents / 100, held: heldCents / 100 },
    ...(await listWhatIsTheirs(db, id)),
    events: isOpen ? await listEvents(db, id) : null,
  }
}

async function listWhatIsTheirs(
  db: Db,
  userId: string,
): Promise<Pick<View, 'loans' | 'domains' | 'holds'>> {
  const loans = await listLoansOf(db, userId)
  const domains = await listDomainsOf(db, userId)
  const holds = await listHoldsOf(db, userId)
  const now = await readClock(db)
  return {
    loans: loans.map((loan) => presentLoan(loan, { userId, now })),
    domains: domains.map(({ id, unicodeName, status }) => ({ id, unicode: unicodeName, status })),
    holds: holds.map(({ id, kind, note, createdAt, unicodeName }) => ({
      id,
      domain: unicodeName,
      kind,
      note,
      since: createdAt.toISOString(),
    })),
  }
}

type FoundLoan = Awaited<ReturnType<typeof listLoansOf>>[number]

function presentLoan(
  loan: FoundLoan,
  { userId, now }: { userId: string; now: Date },
): View['loans'][number] {
  const status = loan.status as LoanStatus // As the database checks.
  const phase = loan.phase as LifecyclePhase
  return {
    id: loan.id,
    code: loan.code,
    domain: loan.unicodeName,
    party: loan.borrowerId === userId ? 'BORROWER' : 'LENDER',
    status,
    phase: phaseShown({ ...loan, status, phase, now }),
    amount: Number(loan.amountCents) / 100,
    created_at: loan.createdAt.toISOString(),
  }
}

const listEvents = async (db: Db, userId: string): Promise<View['events']> =>
  (await listSecurityOf(db, userId)).map(({ at, kind, network }) => ({
    at: at.toISOString(),
    kind,
    network,
  }))

/** Writes nothing itself: the audit entry of the call is what opens the file. */
export async function openUser(tx: Tx, id: string): Promise<void> {
  if (!(await findUser(tx, id))) throw new AppError('user_not_found')
}
