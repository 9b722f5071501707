/** Records a signature and its transition together. */
import type { Tx } from '../../../platform/db/database.ts'
import { recordSignature, type NewSignature } from '../../contracts/contracts.service.ts'
import { checkStepUp, lockCaller, type Caller } from '../../users/users.service.ts'
import { recordSigned } from './opening.service.ts'
import { lockLoanOf } from '../machine/transitions.service.ts'

type Signed = Caller & Pick<NewSignature, 'escrowId' | 'typed' | 'from'>

/** A second click changes nothing and is no error. */
export async function signAgreement(tx: Tx, { typed, from, ...input }: Signed): Promise<void> {
  const { userId, sessionId, escrowId } = input
  const caller = await lockCaller(tx, { userId, sessionId })
  const { session } = caller
  const loan = await lockLoanOf(tx, { escrowId, userId })
  if (loan.guardFacts.hasSigned[loan.party]) return
  const isConfirmedAnew =
    session.grantAction === 'sign_agreement' &&
    session.grantObject === escrowId &&
    session.grantUntil !== null &&
    session.grantUntil > tx.now
  await checkStepUp(tx, caller, { action: 'sign_agreement', object: escrowId })
  const { usedMfa, createdAt } = session
  const auth = { sessionId, loginAt: createdAt.toISOString(), usedMfa, isConfirmedAnew }
  const { party: role } = loan
  await recordSignature(tx, { escrowId, role, userId, typed, from, auth })
  await recordSigned(tx, loan, { party: role, userId, documentHash: typed.documentSha256 })
}
