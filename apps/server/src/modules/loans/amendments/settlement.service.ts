/**
 * How a dispute ends when both sides agree. One proposes an outcome, the other agrees to it, and the
 * loan goes where the same ruling would have sent it. It decides the dispute, so operators need not.
 */
import { limits } from '@pier/protocol/limits'
import { loanGuards, type Outcome, type Party } from '@pier/protocol/lifecycles/loan'
import { dayMs } from '@pier/protocol/time'
import { AppError } from '../../../platform/app-error.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { requireStepUp, type StepUpAction } from '../../users/users.service.ts'
import { closeDispute } from '../facts/disputes.repository.ts'
import { openLoan, submit, requireSeen, type ActionInput } from '../machine/submit-action.ts'
import type { Loan, LoanChange } from '../facts/loans.repository.ts'
import { declineFor, otherOf } from './extension.service.ts'
import { dateOf } from '../facts/loan-view.ts'
import {
  decideProposals,
  findLastProposal,
  type ProposedTerms,
} from '../facts/proposals.repository.ts'
import { keepProposal, requireSameTerms } from './keep-proposal.ts'

const kind = 'SETTLEMENT'

type Settlement = {
  outcome: Outcome
  valueDate?: string | undefined
  dueOn?: string | undefined
  statement?: string | undefined
}

export async function proposeSettlement(tx: Tx, input: ActionInput & Settlement): Promise<Loan> {
  const { outcome, statement } = input
  const locked = await openLoan(tx, input, (party) => stepUpOf(party, outcome))
  const isDisputed = locked.loan.status === 'ESCALATED'
  const dates = isDisputed ? readOutcomeDates(tx, locked.loan, input) : {}
  const data = { outcome, ...dates, ...(statement && { statement }) }
  const step = { action: 'proposeSettlement', data } as const
  const { loan, isRepeated } = await submit(tx, input, locked, step)
  const proposal = { escrowId: loan.id, kind, proposedBy: locked.party, terms: data } as const
  if (isRepeated) await requireSameTerms(tx, proposal)
  else await keepProposal(tx, proposal)
  return loan
}

/** Giving up the domain needs the step-up of a surrender. */
const stepUpOf = (party: Party, outcome: Outcome | undefined): StepUpAction =>
  party === 'BORROWER' && outcome === 'DEFAULT' ? 'surrender_domain' : 'amend_loan'

/** The dates an outcome needs. Refuses one that does not fit whether it was funded. */
export function readOutcomeDates(
  tx: Tx,
  loan: Loan,
  { outcome, valueDate, dueOn }: Omit<Settlement, 'statement'>,
) {
  const isAboutFunding = outcome === 'NOT_FUNDED' || outcome === 'FUNDED'
  if (isAboutFunding === (loan.dueAt !== null)) {
    const guard = isAboutFunding ? loanGuards.notFunded : loanGuards.funded
    throw new AppError('escrow_guarded', { message: guard.whyNot })
  }
  if (outcome === 'FUNDED') return { valueDate: readValueDate(tx, loan, valueDate) }
  if (outcome !== 'CURE') return {}
  const first = dateOf(new Date(tx.now.getTime() + limits.curedDaysMin * dayMs))
  const last = dateOf(new Date(tx.now.getTime() + limits.termDaysMax * dayMs))
  if (!dueOn || dueOn < first || dueOn > last) {
    throw new AppError('date_out_of_range', { field: 'due_on' })
  }
  return { dueOn }
}

function readValueDate(tx: Tx, { custodyAt }: Loan, date: string | undefined): string {
  const first = custodyAt ? dateOf(custodyAt) : ''
  if (!date || date > dateOf(tx.now) || date < first) {
    throw new AppError('date_out_of_range', { field: 'value_date' })
  }
  return date
}

/** Reads the proposal under the lock: its outcome decides which step-up is needed. */
export async function acceptSettlement(tx: Tx, input: ActionInput): Promise<Loan> {
  const { userId, sessionId, escrowId } = input
  const locked = await openLoan(tx, input)
  const other = otherOf(locked.party)
  const proposal = await findLastProposal(tx, { escrowId, kind, by: other })
  const proposed = locked.guardFacts.hasProposal[other] ? proposal?.terms.outcome : undefined
  const action = stepUpOf(locked.party, proposed)
  await requireStepUp(tx, { userId, sessionId, action, object: escrowId })
  const { outcome = 'CURE' } = proposal?.terms ?? {}
  const step = { action: 'settle', outcome } as const
  if (!locked.guardFacts.hasProposal[other] || !proposal) {
    return (await submit(tx, input, locked, step)).loan
  }
  requireSeen(input)
  const change = changeOfOutcome(tx, locked.loan, proposal.terms)
  await decideProposals(tx, { escrowId, by: other }, 'ACCEPTED')
  const data = { ...proposal.terms }
  const { loan } = await submit(tx, input, locked, { ...step, change, data })
  await closeDispute(tx, escrowId, outcome)
  return loan
}

const endReasons: Partial<Record<Outcome, string>> = {
  NOT_FUNDED: 'unfunded',
  REPAID: 'repaid',
  DEFAULT: 'defaulted',
}

export function changeOfOutcome(tx: Tx, loan: Loan, terms: ProposedTerms): LoanChange {
  const { outcome, valueDate, dueOn } = terms
  if (outcome === 'FUNDED' && valueDate) return { valueDate }
  if (outcome === 'CURE' && dueOn) {
    if (dueOn < dateOf(tx.now)) throw new AppError('proposal_overtaken')
    const until = new Date(`${dueOn}T23:59:59Z`)
    const { graceUntil } = loan
    return { graceUntil: graceUntil && graceUntil > until ? graceUntil : until }
  }
  return { endReason: (outcome && endReasons[outcome]) ?? null }
}

/** Declines the other party's proposal, else withdraws one's own. */
export async function declineSettlement(tx: Tx, input: ActionInput): Promise<Loan> {
  const locked = await openLoan(tx, input)
  const { loan, isRepeated } = await submit(tx, input, locked, { action: 'declineSettlement' })
  if (!isRepeated) await declineFor(tx, locked)
  return loan
}
