/** Whom a side of a loan pays, and which version of their details it was shown. */
import type { Party } from '@pier/protocol/lifecycles/loan'
import { invariant } from '../../../platform/app-error.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { findPayeeInForce, type Payee } from '../../users/users.service.ts'
import { findLoan, type Loan } from '../facts/loans.repository.ts'
import { insertReveal } from '../facts/reveals.repository.ts'
import type { LockedLoan } from '../facts/loan.ts'

type Side = LockedLoan & { party: Party }

/** The other party; for a refinancing lender, the lender who is paid out. */
async function payeeOf(tx: Tx, { loan, party }: Side): Promise<string> {
  if (party === 'BORROWER') return loan.lenderId
  if (!loan.isLinked || !loan.refinancesId) return loan.borrowerId
  const former = await findLoan(tx, loan.refinancesId)
  invariant(former, 'a loan that takes over has one before it')
  return former.lenderId
}

export async function findPayeeOfOther(tx: Tx, side: Side): Promise<Payee | undefined> {
  return findPayeeInForce(tx, { userId: await payeeOf(tx, side), rail: side.loan.rail })
}

/** The chain holds id and version of payment details, never their content. */
export const pinData = (payee: Payee | undefined) =>
  payee ? { payeeId: payee.id, payeeVersion: payee.version } : {}

/** Records which details this party was shown. */
export async function pinPayee(
  tx: Tx,
  { id }: Loan,
  { payee, party }: { payee: Payee; party: Party },
): Promise<void> {
  await insertReveal(tx, { escrowId: id, payeeId: payee.id, shownTo: party })
}
