/** The borrower keeps the DNS while the loan runs. The lender hears of every change. */
import type { Party } from '@pier/protocol/lifecycles/loan'
import { whyNameserversFrozen } from '@pier/protocol/lifecycles/phases'
import type { Kysely } from 'kysely'
import { AppError, invariant } from '../../../platform/app-error.ts'
import type { Db, Tx } from '../../../platform/db/database.ts'
import type { DB } from '../../../platform/db/db-types.ts'
import { changeNameservers, readNameservers, undoChange } from '../../custody/custody.service.ts'
import { findDomain, type Domain } from '../../domains/domains.service.ts'
import { openLoan, type ActionInput } from '../machine/submit-action.ts'
import { findOpenDispute } from '../facts/disputes.repository.ts'
import type { Loan } from '../facts/loans.repository.ts'
import { notifyOfName } from './domain-changes.service.ts'
import type { LockedLoan } from '../facts/loan.ts'

export async function editInEscrow(
  tx: Tx,
  input: ActionInput & { nameservers: string[] },
): Promise<string> {
  const locked = await openOwn(tx, input)
  const frozen = whyNameserversFrozen(locked.loan.phase)
  if (frozen) throw new AppError('escrow_guarded', { message: frozen })
  const change = { ...input, domainId: locked.domain.id, isInEscrow: true, ds: 'remove' } as const
  const commandId = await changeNameservers(tx, change)
  const { nameservers, userId: by } = input
  await notifyOfName(tx, locked.domain.id, { kind: 'nameservers', nameservers, by })
  return commandId
}

/** Undo works even while changes are frozen; undoing that undo does not. */
export async function undoInEscrow(tx: Tx, input: ActionInput): Promise<string> {
  const locked = await openOwn(tx, input)
  const { changes } = await readNameservers(tx, { domain: locked.domain, now: tx.now })
  const [last] = changes
  if (!last) throw new AppError('not_found')
  const frozen = whyNameserversFrozen(locked.loan.phase)
  if (frozen && (await isSinceFrozen(tx, locked.loan, last.createdAt))) {
    throw new AppError('escrow_guarded', { message: frozen })
  }
  const change = { ...input, domainId: locked.domain.id, isInEscrow: true, changeId: last.id }
  const commandId = await undoChange(tx, change)
  const news = { nameservers: last.fromNameservers, by: input.userId }
  await notifyOfName(tx, locked.domain.id, { kind: 'nameservers', ...news })
  return commandId
}

async function isSinceFrozen(db: Kysely<DB>, { id, noticedAt }: Loan, changedAt: Date) {
  const dispute = await findOpenDispute(db, id)
  return [noticedAt, dispute?.openedAt].some((frozenAt) => frozenAt && changedAt > frozenAt)
}

/** Not for ended or linked loans: another loan on the domain may have frozen changes. */
async function openOwn(tx: Tx, input: ActionInput): Promise<LockedLoan> {
  const locked = await openLoan(tx, input)
  if (locked.party !== 'BORROWER') throw new AppError('not_your_move')
  if (locked.loan.endedAt || locked.loan.isLinked) throw new AppError('escrow_wrong_status')
  return locked
}

/** What a party to a loan sees of the nameservers of its domain. */
export async function readServers(db: Db, { loan, role }: { loan: Loan; role: Party }, now: Date) {
  const domain = await findDomain(db, loan.domainId)
  invariant(domain, 'a loan has a domain')
  const read = await readInEscrow(db, { loan, domain, isBorrower: role === 'BORROWER', now })
  return {
    nameservers: read.nameservers,
    can_edit: read.canEdit,
    frozen: read.frozen,
    last_changed_at: read.changes[0]?.createdAt.toISOString() ?? null,
    can_undo: read.canUndo,
    changes_left: read.changesLeft,
  }
}

type Seen = { loan: Loan; domain: Domain; isBorrower: boolean; now: Date }

async function readInEscrow(db: Db, { loan, domain, isBorrower, now }: Seen) {
  const isOwn = isBorrower && !loan.isLinked
  const isHere = domain.status === 'IN_ESCROW' && !loan.endedAt
  if (!isHere) {
    const nothing = { nameservers: [], changes: [], changesLeft: 0, frozen: null }
    return { ...nothing, canEdit: false, canUndo: false }
  }
  const read = await readNameservers(db, { domain, now })
  const frozen = read.frozen ?? whyNameserversFrozen(loan.phase)
  const { nameservers } = read.holding
  const [last] = read.changes
  const isUndone = frozen && last ? await isSinceFrozen(db, loan, last.createdAt) : false
  const canUndo = isOwn && last !== undefined && !isUndone
  return { ...read, nameservers, frozen, canEdit: isOwn && !frozen, canUndo }
}
