import { limits } from '@pier/protocol/limits'
import { dayMs } from '@pier/protocol/time'
import { AppError } from '../../../platform/app-error.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { canonical } from '../../../platform/crypto/canonical.ts'
import {
  countProposals,
  findLastProposal,
  insertProposal,
  type Proposal,
} from '../facts/proposals.repository.ts'

type NewProposal = Omit<Proposal, 'id' | 'createdAt'>

/** Limited per day: each one is mailed, and the other party cannot turn that off. */
export async function keepProposal(tx: Tx, proposal: NewProposal): Promise<void> {
  const { escrowId, proposedBy: by } = proposal
  const since = new Date(tx.now.getTime() - dayMs)
  const made = await countProposals(tx, { escrowId, by, since })
  if (made >= limits.proposalsPerDay) throw new AppError('too_many_requests')
  await insertProposal(tx, proposal)
}

/** Repeating a proposal is fine; other terms are refused while it is open. */
export async function requireSameTerms(
  tx: Tx,
  { escrowId, kind, proposedBy, terms }: NewProposal,
): Promise<void> {
  const open = await findLastProposal(tx, { escrowId, kind, by: proposedBy })
  if (!open || canonical(open.terms) !== canonical(terms)) throw new AppError('escrow_wrong_status')
}
