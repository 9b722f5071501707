import type { Party } from '@pier/protocol/lifecycles/loan'
import { AppError } from '../../../platform/app-error.ts'
import { inSnapshot, type Db, type Tx } from '../../../platform/db/database.ts'
import { readAgreement, type AgreementContext } from '../../contracts/contracts.service.ts'
import { readAdvanceOffer } from '../collateral/advances.service.ts'
import { findOpenDispute } from '../facts/disputes.repository.ts'
import { findLoan, findSuccessor, type Loan } from '../facts/loans.repository.ts'
import { findOwnLoan, partyOf } from '../facts/loan-rows.repository.ts'
import { findNameOfUser } from '../facts/parties.repository.ts'
import { viewOf } from '../facts/loan-view.ts'
import { presentLoan } from './present-loan.ts'
import { listOpenProposals } from '../facts/proposals.repository.ts'
import { readReceipt } from '../receipt/read-receipt.ts'

type Wanted = { escrowId: string; userId: string }

/** Only the two parties may read this; anyone else gets 404. */
export async function requireOwnLoan(
  db: Db,
  { escrowId, userId }: Wanted,
): Promise<{ loan: Loan; role: Party }> {
  const loan = await findLoan(db, escrowId)
  const role = loan && partyOf(loan, userId)
  if (!role) throw new AppError('escrow_not_found')
  return { loan, role }
}

/** The view of a loan, for its parties only. */
export const viewOwnLoan = (db: Db, wanted: Wanted) =>
  inSnapshot(db, (snapshot) => viewIn(snapshot, wanted))

async function viewIn(snapshot: Tx, wanted: Wanted) {
  const found = await findOwnLoan(snapshot, wanted)
  if (!found) throw new AppError('escrow_not_found')
  return { ...found, view: viewOf({ ...found, now: snapshot.now }) }
}

/** All that the loan page shows. Pass a transaction to see its own changes. */
export const readLoan = (db: Db | Tx, context: AgreementContext, wanted: Wanted) =>
  inSnapshot(db, (snapshot) => readAll(snapshot, context, wanted))

async function readAll(db: Tx, context: AgreementContext, wanted: Wanted) {
  const { view, role, domain, facts, lockedSince, revealedAt } = await viewIn(db, wanted)
  const { loan, guardFacts } = view
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
    advance: await readAdvanceOffer(db, { loan, guardFacts }),
    proposals: isProposed ? await listOpenProposals(db, loan.id) : [],
    dispute: loan.status === 'ESCALATED' ? await findOpenDispute(db, loan.id) : undefined,
    agreement: await readAgreement(db, context, { loan, role, agreement: facts.agreement }),
    successor: guardFacts.successor === 'none' ? null : await readSuccessor(db, loan.id),
    receipt: await readReceipt(db, { view, payments, domain, role }),
  })
}

async function readSuccessor(db: Tx, escrowId: string) {
  const loan = await findSuccessor(db, escrowId)
  return loan ? { loan, lenderName: await findNameOfUser(db, loan.lenderId) } : null
}
