/** Whom a side of a loan pays, and which version of their details it was shown. */
import type { Party } from '@pier/protocol/lifecycles/escrow'
import { invariant } from '../../../platform/app-error.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { findPayeeInForce, type Payee } from '../../users/users.service.ts'
import { findEscrow, type Escrow } from '../facts/loans.repository.ts'
import { insertReveal } from '../facts/reveals.repository.ts'
import type { Loan } from '../facts/loan.ts'

type Side = Loan & { party: Party }

/** The other side; of a lender who takes a loan over, the lender who is paid out. */
async function payeeOf(tx: Tx, { escrow, party }: Side): Promise<string> {
  if (party === 'BORROWER') return escrow.lenderId
  if (!escrow.isLinked || !escrow.refinancesId) return escrow.borrowerId
  const former = await findEscrow(tx, escrow.refinancesId)
  invariant(former, 'a loan that takes over has one before it')
  return former.lenderId
}

export async function findPayeeOfOther(tx: Tx, side: Side): Promise<Payee | undefined> {
  return findPayeeInForce(tx, { userId: await payeeOf(tx, side), rail: side.escrow.contract })
}

/** What goes into the chain about details: which they were, never what they are. */
export const pinData = (payee: Payee | undefined) =>
  payee ? { payeeId: payee.id, payeeVersion: payee.version } : {}

/** From now on it is known what this side was to pay to. */
export async function pinPayee(
  tx: Tx,
  { id }: Escrow,
  { payee, party }: { payee: Payee; party: Party },
): Promise<void> {
  await insertReveal(tx, { escrowId: id, payeeId: payee.id, shownTo: party })
}
