import type { Party } from '@pier/protocol/lifecycles/escrow'
import { AppError } from '../../../platform/app-error.ts'
import { inSnapshot, type Db, type Tx } from '../../../platform/db/database.ts'
import { readAgreement, type AgreementContext } from '../../contracts/contracts.service.ts'
import { readAdvanceOffer } from '../collateral/advances.service.ts'
import { findOpenDispute } from '../facts/disputes.repository.ts'
import { findEscrow, findSuccessor, type Escrow } from '../facts/loans.repository.ts'
import { findOwnLoan, partyOf } from '../facts/loan-rows.repository.ts'
import { findNameOfUser } from '../facts/parties.repository.ts'
import { viewOf } from '../facts/loan-view.ts'
import { presentLoan } from './present-loan.ts'
import { listOpenProposals } from '../facts/proposals.repository.ts'
import { readReceipt } from '../receipt/read-receipt.ts'

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
  const found = await findOwnLoan(snapshot, wanted)
  if (!found) throw new AppError('escrow_not_found')
  return { ...found, view: viewOf({ ...found, now: snapshot.now }) }
}

/** All that its page shows. Who has just changed it reads in the same transaction. */
export const readLoan = (db: Db | Tx, context: AgreementContext, wanted: Wanted) =>
  inSnapshot(db, (snapshot) => readAll(snapshot, context, wanted))

async function readAll(db: Tx, context: AgreementContext, wanted: Wanted) {
  const { view, role, domain, facts, lockedSince, revealedAt } = await viewIn(db, wanted)
  const { escrow, guardFacts } = view
  const { payments, advances } = facts
  const isProposed = guardFacts.hasProposal.BORROWER || guardFacts.hasProposal.LENDER
  return presentLoan({
    view,
    domain,
    role,
    payments,
    advances,
    lockedSince,
    revealedAt,
    advance: await readAdvanceOffer(db, { escrow, guardFacts }),
    proposals: isProposed ? await listOpenProposals(db, escrow.id) : [],
    dispute: escrow.status === 'ESCALATED' ? await findOpenDispute(db, escrow.id) : undefined,
    agreement: await readAgreement(db, context, { escrow, role, agreement: facts.agreement }),
    successor: guardFacts.successor === 'none' ? null : await readSuccessor(db, escrow.id),
    receipt: await readReceipt(db, { view, payments, domain, role }),
  })
}

async function readSuccessor(db: Tx, escrowId: string) {
  const escrow = await findSuccessor(db, escrowId)
  return escrow ? { escrow, lenderName: await findNameOfUser(db, escrow.lenderId) } : null
}
