/** First approval for lifting a hold. `holds.service.ts` carries it out. */
import { AppError } from '../../../platform/app-error.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { findHold, getLockedDomain } from '../../domains/domains.service.ts'
import type { UserClients } from '../../users/users.service.ts'
import { propose } from '../decisions/decisions.service.ts'
import { requireDocument } from '../holds/documents.service.ts'
import { findOpenLoanOf, wasTakenByOrder } from '../holds/holds.repository.ts'
import { hasUser, type Operator } from '../../operators/operators.service.ts'

type Lift = {
  operator: Operator
  code: string
  holdId: string
  documentId: string | null
  ownerId: string | undefined
  reasons: string
}

export async function proposeLift(tx: Tx, clients: UserClients, input: Lift): Promise<string> {
  const { operator, code, holdId, documentId, ownerId, reasons } = input
  const found = await findHold(tx, holdId)
  if (!found) throw new AppError('hold_not_found')
  const domain = await getLockedDomain(tx, found.domainId)
  const hold = await findHold(tx, holdId) // It may have been lifted while we waited.
  if (!hold || hold.liftedAt) throw new AppError('hold_not_found')
  if (documentId) await requireDocument(tx, documentId)
  await requireOwner(tx, domain.id, ownerId)
  const escrowId = await findOpenLoanOf(tx, domain.id)
  return propose(tx, clients, {
    kind: 'liftHold',
    subjectId: holdId,
    disputeId: null,
    operator,
    code,
    escrowId,
    appealOf: null,
    documentId,
    terms: { hold: hold.kind, domain: domain.name, ownerId },
    reasons,
    exhibits: [],
  })
}

/** A domain seized by order needs a new owner; any other stays with the one it has. */
async function requireOwner(tx: Tx, domainId: string, ownerId: string | undefined): Promise<void> {
  const isTaken = await wasTakenByOrder(tx, domainId)
  if (isTaken && !ownerId) throw new AppError('owner_needed', { field: 'owner_id' })
  if (!isTaken && ownerId) throw new AppError('owner_not_wanted', { field: 'owner_id' })
  if (ownerId && !(await hasUser(tx, ownerId)))
    throw new AppError('owner_needed', { field: 'owner_id' })
}
