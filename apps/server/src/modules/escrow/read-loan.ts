import type { Party } from '@pier/protocol/lifecycles/escrow'
import { AppError, invariant } from '../../platform/app-error.ts'
import { readClock, type Db } from '../../platform/db/database.ts'
import { readAgreement, type AgreementDesk } from '../contracts/agreements.service.ts'
import { findDomain } from '../domains/domains.service.ts'
import { findOpenDispute } from './disputes.repository.ts'
import { findEscrow, findSuccessor, type Escrow } from './escrow.repository.ts'
import { findNameOfUser, findValueCents } from './loan.repository.ts'
import { readLoanView } from './loan-view.ts'
import { presentLoan } from './present-loan.ts'
import { listOpenProposals } from './proposals.repository.ts'
import { findLastReveal, findLockedSince } from './reveals.repository.ts'
import { findStops, partyOf } from './stand.repository.ts'
import { addStops } from './stopped-time.ts'
import { readStand } from './steps.service.ts'

/** Of its two sides alone: for anybody else it is not there. */
export async function findOwnEscrow(
  db: Db,
  { escrowId, userId }: { escrowId: string; userId: string },
): Promise<{ escrow: Escrow; role: Party }> {
  const escrow = await findEscrow(db, escrowId)
  const role = escrow && partyOf(escrow, userId)
  if (!role) throw new AppError('escrow_not_found')
  return { escrow, role }
}

export async function readLoan(
  db: Db,
  desk: AgreementDesk,
  wanted: { escrowId: string; userId: string },
) {
  const { escrow: kept, role } = await findOwnEscrow(db, wanted)
  const now = await readClock(db)
  const domain = await findDomain(db, kept.domainId)
  invariant(domain, 'a loan has a domain')
  const { stops, isStopped } = await findStops(db, { ...domain, escrow: kept, until: now })
  // While a clock stands still, its dates are shown where they would be if it went on now.
  const escrow = { ...kept, ...addStops(kept, stops) }
  const shown = await findLastReveal(db, { escrowId: escrow.id, shownTo: role })
  const successor = await findSuccessor(db, escrow.id)
  return presentLoan({
    view: await readLoanView(db, { escrow, now }),
    domain,
    stand: await readStand(db, { escrow, domain, isStopped, now }),
    role,
    valueCents: await findValueCents(db, { name: domain.name, now }),
    proposals: await listOpenProposals(db, escrow.id),
    dispute: await findOpenDispute(db, escrow.id),
    agreement: await readAgreement(db, desk, { escrow, role }),
    lockedSince: await findLockedSince(db, { escrow, role, now }),
    revealedAt: shown?.createdAt ?? null,
    successor: successor
      ? { escrow: successor, lenderName: await findNameOfUser(db, successor.lenderId) }
      : null,
  })
}
