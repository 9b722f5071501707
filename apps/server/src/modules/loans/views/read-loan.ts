import type { Party } from '@pier/protocol/lifecycles/escrow'
import { AppError, invariant } from '../../../platform/app-error.ts'
import { inSnapshot, type Db, type Tx } from '../../../platform/db/database.ts'
import { readAgreement, type AgreementDesk } from '../../contracts/contracts.service.ts'
import { findDomain } from '../../domains/domains.service.ts'
import { listAdvances } from '../collateral/advances.repository.ts'
import { readAdvanceOffer } from '../collateral/advances.service.ts'
import { findOpenDispute } from '../facts/disputes.repository.ts'
import { findEscrow, findSuccessor, type Escrow } from '../facts/loans.repository.ts'
import { partyOf } from '../facts/loan-facts.repository.ts'
import { findNameOfUser } from '../facts/parties.repository.ts'
import { readLoanView } from '../facts/loan-view.ts'
import { listPayments } from '../facts/payments.repository.ts'
import { presentLoan } from './present-loan.ts'
import { listOpenProposals } from '../facts/proposals.repository.ts'
import { readReceipt } from '../receipt/read-receipt.ts'
import { findLastReveal, findLockedSince } from '../facts/reveals.repository.ts'

type Wanted = { escrowId: string; userId: string }

/** Of its two sides alone: for anybody else it is not there. */
export async function findOwnEscrow(
  db: Db,
  { escrowId, userId }: Wanted,
): Promise<{ escrow: Escrow; role: Party }> {
  const escrow = await findEscrow(db, escrowId)
  const role = escrow && partyOf(escrow, userId)
  if (!role) throw new AppError('escrow_not_found')
  return { escrow, role }
}

/** How it stands, for whoever is one of its sides. */
export const viewOwnLoan = (db: Db, wanted: Wanted) =>
  inSnapshot(db, (snapshot) => viewIn(snapshot, wanted))

async function viewIn(snapshot: Tx, wanted: Wanted) {
  const { escrow, role } = await findOwnEscrow(snapshot, wanted)
  const domain = await findDomain(snapshot, escrow.domainId)
  invariant(domain, 'a loan has a domain')
  const view = await readLoanView(snapshot, { escrow, domain, now: snapshot.now })
  return { view, role, domain }
}

/** All that its page shows. */
export const readLoan = (db: Db, desk: AgreementDesk, wanted: Wanted) =>
  inSnapshot(db, (snapshot) => readAll(snapshot, desk, wanted))

async function readAll(db: Tx, desk: AgreementDesk, wanted: Wanted) {
  const { view, role, domain } = await viewIn(db, wanted)
  const { escrow, now } = view
  const shown = await findLastReveal(db, { escrowId: escrow.id, shownTo: role })
  const successor = await findSuccessor(db, escrow.id)
  const payments = await listPayments(db, escrow.id)
  return presentLoan({
    view,
    payments,
    domain,
    role,
    advances: await listAdvances(db, escrow.id),
    advance: await readAdvanceOffer(db, { escrow, stand: view.stand }),
    proposals: await listOpenProposals(db, escrow.id),
    dispute: await findOpenDispute(db, escrow.id),
    agreement: await readAgreement(db, desk, { escrow, role }),
    lockedSince: await findLockedSince(db, { escrow, role, now }),
    revealedAt: shown?.createdAt ?? null,
    successor: successor
      ? { escrow: successor, lenderName: await findNameOfUser(db, successor.lenderId) }
      : null,
    receipt: await readReceipt(db, { view, payments, domain, role }),
  })
}
