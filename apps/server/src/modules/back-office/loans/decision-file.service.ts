/**
 * All that the second approver has to see, on one page: what is to happen, what is owed, which
 * notices arrived, what both parties said last, the checks as of now, and the exhibits. The page
 * decides nothing: everything is checked again when the decision is confirmed.
 */
import type { CallOutput } from '@pier/protocol/calls/calls'
import { phaseShown } from '@pier/protocol/lifecycles/loan'
import { formatMoney } from '@pier/protocol/money'
import { owedOn } from '@pier/protocol/loans/repayment'
import { sayDay } from '@pier/protocol/say-time'
import type { Db } from '../../../platform/db/database.ts'
import { dateOf, readRecord, type LoanRecord } from '../../loans/loans.service.ts'
import { isSeizureAllowed } from '../../users/users.service.ts'
import {
  listDelivered,
  listLastStatements,
  type Delivered,
  type Word,
} from './decision-file.repository.ts'
import {
  presentDecision,
  readDecision,
  type NamedDecision,
} from '../../approvals/approvals.service.ts'
import { helping, isPartial, type OnDuty } from '../../operators/operators.service.ts'
import {
  countDelivery,
  fundingCheck,
  isFileOpen,
  noticeTimes,
  payoffCheck,
  presentExhibits,
  presentPeople,
  seizureChecks,
  type Check,
} from '../../disputes/disputes.service.ts'

type Wire = CallOutput<'GET /operator/decisions/:id'>

export async function readDecisionFile(
  db: Db,
  { onDuty, id }: { onDuty: OnDuty; id: string },
): Promise<Wire> {
  const decision = await readDecision(db, id)
  return {
    decision: await presentDecision(db, onDuty.operator, decision),
    loan: decision.escrowId ? await readLoan(db, onDuty, decision) : null,
  }
}

async function readLoan(db: Db, onDuty: OnDuty, decision: NamedDecision): Promise<Wire['loan']> {
  const record = await readRecord(db, decision.escrowId ?? '')
  const { loan, domain } = record
  const isOpen = await isFileOpen(db, onDuty, loan.id)
  const words = await listLastStatements(db, { escrowId: loan.id, withChat: isOpen })
  const people = await presentPeople(db, loan, isOpen)
  const about = { escrowId: loan.id, userId: loan.borrowerId, times: noticeTimes(record) }
  const delivered = await listDelivered(db, about)
  const saidBy = (userId: string) => presentWord(words.find((word) => word.userId === userId))
  return {
    id: loan.id,
    code: loan.code,
    unicode: domain.unicodeName,
    status: loan.status,
    phase: phaseShown({ ...loan, now: record.now }),
    is_open: isOpen,
    figures: figuresOf(record),
    borrower: { ...people.borrower, said: saidBy(loan.borrowerId) },
    lender: { ...people.lender, said: saidBy(loan.lenderId) },
    open_question: openQuestionOf(record),
    notices: presentNotices(record, delivered),
    checks: await checksOf(db, onDuty, { decision, record, delivered }),
    exhibits: await presentExhibits(db, loan.id),
  }
}

function figuresOf(record: LoanRecord): NonNullable<Wire['loan']>['figures'] {
  const { loan, debt, valueCents, now } = record
  const today = dateOf(now)
  const owed = debt && !loan.endedAt ? owedOn(debt, today) : null
  const owedCents = owed?.payoffCents ?? null
  const nothing = loan.endedAt ? 'Nothing, the loan has ended' : 'Nothing yet'
  const unknown = loan.endedAt ? 'None, the loan has ended' : 'Unknown'
  const value = valueCents === null ? 'Unknown' : formatMoney(valueCents)
  const surplus = valueCents !== null && owedCents !== null ? valueCents - owedCents : null
  return [
    {
      label: 'Owed today',
      value: owedCents === null ? nothing : formatMoney(owedCents),
      note: `${formatMoney(loan.amountCents)} lent`,
    },
    {
      label: 'Value',
      value,
      note: record.isValueConfirmed
        ? 'confirmed by two operators'
        : 'not confirmed by a second operator',
    },
    {
      label: 'Value above the debt',
      value: surplus === null ? unknown : formatMoney(Math.max(0, surplus)),
      note:
        surplus !== null && owedCents !== null && surplus >= owedCents ? 'named in the notice' : '',
    },
    { label: 'Due', ...dueOf(record) },
  ]
}

function dueOf({ loan, now }: LoanRecord): { value: string; note: string } {
  if (!loan.dueAt) return { value: 'No date yet', note: '' }
  const lateDays = Math.floor((now.getTime() - loan.dueAt.getTime()) / 86_400_000)
  const note = lateDays > 0 ? `${lateDays} ${lateDays === 1 ? 'day' : 'days'} late` : 'not late'
  return { value: sayDay(dateOf(loan.dueAt)), note }
}

const presentWord = (word: Word | undefined) =>
  word ? { body: word.body, at: word.at.toISOString(), what: word.what } : null

/** A proposal by one party that the other has not answered. */
function openQuestionOf({ proposals }: LoanRecord): string | null {
  const open = proposals.at(-1)
  if (!open) return null
  const by = open.proposedBy === 'BORROWER' ? 'the borrower' : 'the lender'
  const { dueOn } = open.terms
  const until = dueOn ? ` until ${sayDay(dueOn)}` : ''
  return open.kind === 'EXTENSION'
    ? `An extension${until}, proposed by ${by}, is unanswered`
    : `A settlement proposed by ${by} is unanswered`
}

const noticeText: Record<string, string> = {
  claimDefault: 'Default notice',
  remind: 'Reminder of the notice',
}

function presentNotices(
  { events }: LoanRecord,
  delivered: Delivered[],
): NonNullable<Wire['loan']>['notices'] {
  return delivered.map((each) => {
    const event = events.find(({ at }) => at.getTime() === each.at.getTime())
    return {
      at: each.at.toISOString(),
      what: noticeText[event?.action ?? ''] ?? 'Notice',
      ...deliveryOf(each),
    }
  })
}

function deliveryOf({ status, error, readAt }: Delivered) {
  const words = {
    sent: 'Accepted by the mail server',
    refused: error ? `Returned: ${error.slice(0, 80)}` : 'Returned',
    waiting: 'Being sent',
  }[status]
  return { delivery: words, is_good: status === 'sent', read_at: readAt?.toISOString() ?? null }
}

type About = { decision: NamedDecision; record: LoanRecord; delivered: Delivered[] }

/** As of now, not as of the proposal. */
async function checksOf(db: Db, onDuty: OnDuty, about: About): Promise<Check[]> {
  const { decision, record, delivered } = about
  const { loan } = record
  const userIds = [loan.borrowerId, loan.lenderId]
  const isSeizure = decision.kind === 'seize'
  const base = isSeizure
    ? seizureChecks(record, countDelivery(delivered))
    : [fundingCheck(record), payoffCheck(record)]
  const question = openQuestionOf(record)
  return [
    ...base,
    {
      words: 'Seizure allowed where the borrower lives',
      is_met: await isSeizureAllowed(db, loan.borrowerId),
      note: null,
    },
    { words: 'No open proposal is unanswered', is_met: question === null, note: question },
    {
      words: 'You have no case or loan with either side',
      is_met: !(await isPartial(db, onDuty.operator, { userIds, helping })),
      note: null,
    },
  ]
}
