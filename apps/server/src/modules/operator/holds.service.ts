/** Holds of operators: nothing about the domain moves, and its DNS goes on as it is. */
import { AppError } from '../../platform/app-error.ts'
import type { Tx } from '../../platform/db/database.ts'
import { getLockedDomain } from '../domains/domains.service.ts'
import { endHold, findHold } from '../domains/holds.service.ts'
import { followDomain, lockLoan, noteEvent, tellTabs } from '../escrow/operator-steps.service.ts'
import { findOpenLoanOf } from './holds.repository.ts'

/** By two operators. A loan that waited for it goes on. */
export async function liftHold(
  tx: Tx,
  { holdId, operators }: { holdId: string; operators: [string, string] },
): Promise<void> {
  const hold = await findHold(tx, holdId)
  if (!hold || hold.liftedAt) throw new AppError('not_found')
  const domain = await getLockedDomain(tx, hold.domainId)
  const escrowId = await findOpenLoanOf(tx, domain.id)
  // Dates are brought up to the time under the hold before it ends, and after it nothing is lost.
  await endHold(tx, domain, { holdId, operators })
  if (escrowId) {
    const { escrow } = await lockLoan(tx, escrowId)
    const data = { kind: hold.kind, operators }
    const note = { action: 'liftHold', actor: 'TWO_OPERATORS', data } as const
    await tellTabs(tx, await noteEvent(tx, escrow, note))
  }
  await followDomain(tx, domain.id)
}
