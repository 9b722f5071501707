import { AppError } from '../../platform/app-error.ts'
import type { Tx } from '../../platform/db/database.ts'
import { canonical } from './chain.ts'
import { findLastProposal, type Proposal } from './proposals.repository.ts'

/** A second click is no error. Other terms are, while the first ones wait. */
export async function requireSameTerms(
  tx: Tx,
  { escrowId, kind, proposedBy, terms }: Omit<Proposal, 'id' | 'createdAt'>,
): Promise<void> {
  const open = await findLastProposal(tx, { escrowId, kind, by: proposedBy })
  if (!open || canonical(open.terms) !== canonical(terms)) throw new AppError('escrow_wrong_status')
}
