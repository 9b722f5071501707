/** What operators see of a user. Restricted parts need a reason, once per session. */
import type { CallOutput } from '@pier/protocol/calls/calls'
import { AppError } from '../../../platform/app-error.ts'
import type { Db, Tx } from '../../../platform/db/database.ts'
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
  return {
    loans: loans.map(({ id, code, status, amountCents, createdAt, borrowerId, unicodeName }) => ({
      id,
      code,
      domain: unicodeName,
      party: borrowerId === userId ? 'BORROWER' : 'LENDER',
      status: status as View['loans'][number]['status'],
      amount: Number(amountCents) / 100,
      created_at: createdAt.toISOString(),
    })),
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
