/**
 * A later due date, proposed by one side and agreed to by the other. The rate stays, interest goes
 * on by the day, and a notice that was sent is over. The term of the loan is not rewritten: the least
 * interest and the days of grace follow from what was signed first.
 */
import { limits } from '@pier/protocol/limits'
import type { Party } from '@pier/protocol/lifecycles/loan'
import { dayMs } from '@pier/protocol/time'
import { AppError } from '../../../platform/app-error.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { enqueue } from '../../../platform/jobs/queue.ts'
import { openLoan, submit, requireSeen, type ActionInput } from '../machine/submit-action.ts'
import type { Loan } from '../facts/loans.repository.ts'
import { dateOf } from '../facts/loan-view.ts'
import { countAccepted, decideProposals, findLastProposal } from '../facts/proposals.repository.ts'
import { keepProposal, requireSameTerms } from './keep-proposal.ts'
import { graceOf } from '../machine/transitions.service.ts'

const kind = 'EXTENSION'

type Extension = {
  dueOn: string
  paysInterest?: boolean | undefined
  statement?: string | undefined
}

export async function proposeExtension(tx: Tx, input: ActionInput & Extension): Promise<Loan> {
  const locked = await openLoan(tx, input, () => 'amend_loan')
  const { dueOn, paysInterest = true, statement } = input
  if (!isPossible(tx, locked.loan, dueOn)) {
    throw new AppError('date_out_of_range', { field: 'due_on' })
  }
  const data = { dueOn, paysInterest, ...(statement && { statement }) }
  const proposal = {
    escrowId: locked.loan.id,
    kind,
    proposedBy: locked.party,
    terms: data,
  } as const
  const record = () => keepProposal(tx, proposal)
  const step = { action: 'proposeExtension', data, record } as const
  const { loan, isRepeated } = await submit(tx, input, locked, step)
  if (isRepeated) await requireSameTerms(tx, proposal)
  return loan
}

/** Not in the past, not earlier than what is agreed, and no longer than a loan may run. */
function isPossible(tx: Tx, { dueAt }: Loan, dueOn: string): boolean {
  if (!dueAt) return true
  const today = dateOf(tx.now)
  const last = dateOf(new Date(tx.now.getTime() + limits.termDaysMax * dayMs))
  const isOverdue = dueAt < tx.now
  return dueOn >= today && dueOn <= last && (isOverdue || dueOn > dateOf(dueAt))
}

export const otherOf = (party: Party): Party => (party === 'BORROWER' ? 'LENDER' : 'BORROWER')

export async function acceptExtension(tx: Tx, input: ActionInput): Promise<Loan> {
  const locked = await openLoan(tx, input, () => 'amend_loan')
  const other = otherOf(locked.party)
  const { id, termDays, graceUntil } = locked.loan
  const proposal = await findLastProposal(tx, { escrowId: id, kind, by: other })
  const dueOn = proposal?.terms.dueOn
  if (!locked.guardFacts.hasProposal[other] || !dueOn) {
    return (await submit(tx, input, locked, { action: 'extend' })).loan
  }
  requireSeen(input)
  if (!isPossible(tx, locked.loan, dueOn)) throw new AppError('proposal_overtaken')
  const dueAt = new Date(`${dueOn}T23:59:59Z`)
  const grace = graceOf(dueAt, termDays)
  // A settlement may have given more time than that.
  const change = { dueAt, graceUntil: graceUntil && graceUntil > grace ? graceUntil : grace }
  const { paysInterest = true } = proposal.terms
  // The agreement itself is the first version of the terms.
  const number = (await countAccepted(tx, { escrowId: id, kind })) + 1
  const data = { ...datesOf(locked.loan, change), paysInterest, termsVersion: number + 1 }
  const record = async () => {
    await decideProposals(tx, { escrowId: id, by: other }, 'ACCEPTED')
    await decideProposals(tx, { escrowId: id }, 'WITHDRAWN')
  }
  const { loan } = await submit(tx, input, locked, { action: 'extend', change, data, record })
  await enqueue(tx, 'contracts.write-annex', { escrowId: id, number })
  return loan
}

/** The dates that the annex prints, before and after. */
const datesOf = (before: Loan, after: { dueAt: Date; graceUntil: Date }) => ({
  dueOn: dateOf(after.dueAt),
  graceOn: dateOf(after.graceUntil),
  dueBefore: before.dueAt && dateOf(before.dueAt),
})

/** Declines the other party's proposal, else withdraws one's own. */
export async function declineExtension(tx: Tx, input: ActionInput): Promise<Loan> {
  const locked = await openLoan(tx, input)
  const record = () => declineFor(tx, locked)
  return (await submit(tx, input, locked, { action: 'declineExtension', record })).loan
}

type Proposed = Pick<Awaited<ReturnType<typeof openLoan>>, 'loan' | 'party' | 'guardFacts'>

export async function declineFor(tx: Tx, { loan, party, guardFacts }: Proposed): Promise<void> {
  const other = otherOf(party)
  const escrowId = loan.id
  if (guardFacts.hasProposal[other]) await decideProposals(tx, { escrowId, by: other }, 'DECLINED')
  else await decideProposals(tx, { escrowId, by: party }, 'WITHDRAWN')
}
