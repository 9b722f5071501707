/**
 * A case, as operators work on it: everything on one page, with the actions open to this operator.
 * The page decides nothing: every action is checked again when it is submitted.
 */
import type { CallOutput } from '@pier/protocol/calls/calls'
import { disputeReasons, outcomeText } from '@pier/protocol/loans/disputes'
import { seniorReviewAt } from '@pier/protocol/lifecycles/dispute-case'
import { formatMoney } from '@pier/protocol/money'
import { owedOn } from '@pier/protocol/loans/repayment'
import { railNames } from '@pier/protocol/rails'
import { sayDay } from '@pier/protocol/say-time'
import { AppError } from '../../../platform/app-error.ts'
import type { KeyRing } from '../../../platform/config.ts'
import type { Db } from '../../../platform/db/database.ts'
import { listFiles } from '../../contracts/contracts.service.ts'
import { dateOf, readRecord, type LoanRecord } from '../../loans/loans.service.ts'
import { openPayee } from '../../users/users.service.ts'
import { choicesOf } from './choices.ts'
import { readCase, stageText, type Case } from '../case/facts.ts'
import { readSetting } from '../../../platform/settings.ts'
import { hasOtherCase } from './case-file.repository.ts'
import { heardCheck, moveOfCase } from '../case/next-move.ts'
import { findAssigned, findDispute, type Dispute } from '../case/case.repository.ts'
import { presentQuestion, presentStatement } from '../case/case.service.ts'
import { timelineOf } from './timeline.ts'
import { presentExhibits } from './exhibits.service.ts'
import { claimOf, fundingCheck, fundingText, payoffCheck } from './loan-checks.ts'
import type { OnDuty } from '../../operators/operators.service.ts'
import { presentDecision, whyNotPropose } from '../../approvals/approvals.service.ts'
import { isFileOpen, presentPeople } from './people.ts'

type Wire = CallOutput<'GET /operator/cases/:id'>

export async function getDispute(db: Db, id: string): Promise<Dispute> {
  const dispute = await findDispute(db, id)
  if (!dispute) throw new AppError('case_not_found')
  return dispute
}

export async function readCaseFile(
  db: Db,
  dataKeys: KeyRing,
  { onDuty, disputeId }: { onDuty: OnDuty; disputeId: string },
): Promise<Wire> {
  const dispute = await getDispute(db, disputeId)
  const record = await readRecord(db, dispute.escrowId)
  const found = await readCase(db, dispute, record.now)
  const { loan } = record
  const userIds = [loan.borrowerId, loan.lenderId]
  const isOpen = await isFileOpen(db, onDuty, loan.id)
  const assigned = await findAssigned(db, { queue: 'disputes', subjectId: dispute.id })
  const whyNot = await whyNotPropose(db, onDuty.operator, found)
  const decisions = []
  for (const each of found.decisions) {
    decisions.push(await presentDecision(db, onDuty.operator, each))
  }
  const canConfirm = decisions.some(({ can_confirm }) => can_confirm)
  const files = (await listFiles(db, loan.id)).filter(({ kind }) => kind === 'exhibit')
  return {
    ...identity(found, record),
    ...(await presentPeople(db, loan, isOpen)),
    move: moveOfCase(found, { canPropose: whyNot === null, canConfirm }),
    facts: factsOf(record),
    statements: found.statements.map(presentStatement),
    questions: found.questions.map(presentQuestion),
    rail: await railText(db, dataKeys, record),
    exhibits: await presentExhibits(db, loan.id),
    timeline: timelineOf(found, record, files),
    settlements: settlementsOf(record),
    choices: choicesOf(record, dispute.reason, await readSetting(db, 'templates')),
    checks: [
      fundingCheck(record),
      payoffCheck(record),
      heardCheck(found),
      await otherCaseCheck(db, onDuty, { found, userIds }),
    ],
    decisions,
    can_propose: whyNot === null,
    why_not: whyNot,
    is_open: isOpen,
    assigned_to: assigned ? { id: assigned.id, name: assigned.name } : null,
  }
}

function identity({ dispute, stage }: Case, { loan, domain }: LoanRecord) {
  return {
    id: dispute.id,
    number: Number(dispute.number),
    escrow_id: loan.id,
    code: loan.code,
    version: loan.version,
    domain: domain.name,
    unicode: domain.unicodeName,
    reason: dispute.reason,
    reason_words: disputeReasons[dispute.reason].words,
    opened_by: dispute.openedBy,
    opened_at: dispute.openedAt.toISOString(),
    closed_at: dispute.closedAt?.toISOString() ?? null,
    outcome: dispute.outcome,
    stage,
    stage_words: stageText[stage],
    senior_review_at: seniorReviewAt(dispute.openedAt).toISOString(),
  }
}

function factsOf(record: LoanRecord): Wire['facts'] {
  const { loan, debt, valueCents, payments, now } = record
  const sent = payments.findLast(({ kind }) => kind === 'FUNDING')
  const claim = claimOf(record)
  const on = claim?.paidOn ?? dateOf(now)
  const owedCents = debt && owedOn(debt, on).payoffCents
  const claimed = debt ? claim && (claim.amountCents ?? owedCents) : sent?.amountCents
  return [
    { label: 'Principal', value: formatMoney(loan.amountCents) },
    {
      label: debt ? 'Claimed repaid' : 'Claimed sent',
      value: typeof claimed === 'number' ? formatMoney(claimed) : 'Nothing',
    },
    {
      label: claim ? 'Payoff that day' : 'Payoff today',
      value: owedCents === null ? 'None yet' : formatMoney(owedCents),
    },
    {
      label: 'Wholesale value',
      value: valueCents === null ? 'Unknown' : formatMoney(valueCents, { whole: true }),
    },
    { label: 'Funding', value: fundingText(record) },
  ]
}

/** The payment method that exhibits are judged by: that of the payee details shown to the payer. */
async function railText(db: Db, dataKeys: KeyRing, record: LoanRecord): Promise<string> {
  const payeeId = record.shownPayeeId[record.debt ? 'BORROWER' : 'LENDER']
  if (!payeeId) return railNames[record.loan.rail]
  const { lines } = await openPayee(db, dataKeys, payeeId)
  const find = (label: string) => lines.find((line) => line.label === label)?.value
  if (find('Asset')) return `${find('Asset')} on ${find('Network')}`
  return find('IBAN') ? 'SEPA' : 'wire'
}

function settlementsOf({ proposals }: LoanRecord): Wire['settlements'] {
  return proposals.flatMap(({ kind, proposedBy, terms, createdAt }) => {
    const { outcome, dueOn, valueDate, statement } = terms
    if (kind !== 'SETTLEMENT' || !outcome) return []
    const date = dueOn ? `, until ${sayDay(dueOn)}` : valueDate ? `, on ${sayDay(valueDate)}` : ''
    const by = proposedBy === 'BORROWER' ? 'Borrower' : 'Lender'
    const words = `${by} proposes: ${outcomeText[outcome]}${date}.`
    return [{ by: proposedBy, words, statement: statement ?? null, at: createdAt.toISOString() }]
  })
}

type Parties = { found: Case; userIds: string[] }

async function otherCaseCheck(db: Db, { operator }: OnDuty, { found, userIds }: Parties) {
  const about = { operatorId: operator.id, disputeId: found.dispute.id, userIds }
  const hasOther = await hasOtherCase(db, about)
  return { words: 'You have no other case with either side', is_met: !hasOther, note: null }
}
