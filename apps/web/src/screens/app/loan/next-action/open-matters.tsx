import { Button } from '@mantine/core'
import { outcomeText } from '@pier/protocol/loans/disputes'
import { centsOf, formatMoney } from '@pier/protocol/money'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Loan } from '../../../../api/loans/loans.ts'
import { useOwnCase } from '../../../../api/loans/own-case.ts'
import { fullDay } from '../../../../text/date-text.ts'
import { CaseCard } from '../dispute/case-card.tsx'
import { type Ask, isOpen, otherName, type QuestionKind, sayer } from '../actions/loan-actions.ts'
import { LoanCard } from '../layout/loan-card.tsx'
import styles from '../layout/loan-parts.module.css'
import { payeePath } from './move-buttons.tsx'

type MatterProps = { loan: Loan; onAsk: Ask }

/** What else is open between the parties: a partial payment, a proposal, a dispute. */
export const OpenMatters = (matter: MatterProps) => (
  <>
    <DisputeCard {...matter} />
    <CaseCard loan={matter.loan} />
    {matter.loan.proposals.map((proposal) => (
      <ProposalCard key={proposal.id} {...matter} proposal={proposal} />
    ))}
    <PartCard {...matter} />
    <SuccessorCard {...matter} />
    <PayeeCard {...matter} />
  </>
)

function DisputeCard({ loan, onAsk }: MatterProps) {
  const { dispute } = loan
  const { data } = useOwnCase(loan)
  if (!dispute) return null
  const who =
    dispute.by === 'SYSTEM' ? 'Nobody answered in time' : `${sayer(loan, dispute.by)} escalated`
  return (
    <LoanCard
      title="Dispute"
      aside={<span className={styles.small}>{fullDay(dispute.opened_at)}</span>}
    >
      <p>
        <strong>{dispute.words}.</strong> {who}.
      </p>
      {dispute.statement && !data?.case && (
        <blockquote className={styles.said}>{dispute.statement}</blockquote>
      )}
      <p className={styles.small}>
        The domain stays locked and no clock runs. Operators read both sides and the file, and two
        of them decide in writing; or both of you settle. Add exhibits and write in the chat: all of
        it is part of the file.
      </p>
      <Answers
        loan={loan}
        onAsk={onAsk}
        answers={[{ kind: 'proposeSettlement', label: 'Propose a settlement' }]}
      />
    </LoanCard>
  )
}

type Proposal = Loan['proposals'][number]

function ProposalCard({ loan, onAsk, proposal }: MatterProps & { proposal: Proposal }) {
  const isOwn = proposal.by === loan.role
  const isExtension = proposal.kind === 'EXTENSION'
  return (
    <LoanCard
      title={isExtension ? 'A later due date' : 'A settlement'}
      aside={<span className={styles.small}>{fullDay(proposal.created_at)}</span>}
    >
      <p>
        {sayer(loan, proposal.by)} {isOwn ? 'propose' : 'proposes'} {proposalText(proposal)}.
      </p>
      {proposal.statement && <blockquote className={styles.said}>{proposal.statement}</blockquote>}
      <Answers
        loan={loan}
        onAsk={onAsk}
        answers={isOwn ? [takeBack(isExtension)] : decide(isExtension)}
      />
    </LoanCard>
  )
}

function proposalText({ kind, due_on, outcome, pays_interest }: Proposal): string {
  if (kind === 'EXTENSION')
    return `${due_on ? fullDay(due_on) : 'a later date'}${pays_interest ? ', with the interest so far paid at once' : ''}`
  const known = Object.entries(outcomeText).find(([each]) => each === outcome)
  return `that ${known?.[1] ?? 'the dispute ends'}${due_on ? `, by ${fullDay(due_on)}` : ''}`
}

type Answer = { kind: Exclude<QuestionKind, 'advance'>; label: string; main?: boolean }

const takeBack = (isExtension: boolean): Answer => ({
  kind: isExtension ? 'declineExtension' : 'declineSettlement',
  label: 'Take it back',
})

const decide = (isExtension: boolean): Answer[] => [
  { kind: isExtension ? 'extend' : 'settle', label: 'Agree', main: true },
  { kind: isExtension ? 'declineExtension' : 'declineSettlement', label: 'Say no' },
]

/** Those of the answers that the server says are open. */
function Answers({ loan, onAsk, answers }: MatterProps & { answers: Answer[] }) {
  // The next action has its button in the bar, not here again.
  const isInBar = answers.some(({ kind }) => kind === loan.move.action)
  const open = isInBar ? [] : answers.filter(({ kind }) => isOpen(loan, kind))
  if (open.length === 0) return null
  return (
    <div className={styles.answers}>
      {open.map(({ kind, label, main }) => (
        <Button key={kind} variant={main ? 'filled' : 'default'} onClick={() => onAsk(kind)}>
          {label}
        </Button>
      ))}
    </div>
  )
}

function PartCard({ loan, onAsk }: MatterProps) {
  const part = loan.payments.find(({ kind, status }) => kind === 'PARTIAL' && status === 'CLAIMED')
  if (!part) return null
  const reference = part.reference ? `, reference ${part.reference}` : ''
  return (
    <LoanCard title="Payment in part">
      <p>
        {sayer(loan, part.by)} {part.by === loan.role ? 'say' : 'says'} that{' '}
        <strong>{formatMoney(centsOf(part.amount ?? 0))}</strong> was sent on{' '}
        {fullDay(part.paid_on)}
        {reference}. {part.by === loan.role && `${otherName(loan)} has to confirm it.`}
      </p>
      <Answers
        loan={loan}
        onAsk={onAsk}
        answers={[
          { kind: 'confirmPayment', label: 'Confirm it came', main: true },
          { kind: 'denyPayment', label: 'It has not arrived' },
        ]}
      />
    </LoanCard>
  )
}

function SuccessorCard({ loan, onAsk }: MatterProps) {
  const { successor } = loan
  if (!successor && !isOpen(loan, 'confirmRest')) return null
  return (
    <LoanCard title="Another lender takes over">
      {successor && (
        <p>
          {successor.lender_name} lends {formatMoney(centsOf(successor.amount))} and pays out{' '}
          {formatMoney(centsOf(successor.payoff))} to the first lender.{' '}
          {!successor.is_ready && 'Not everything is ready for it yet.'}
        </p>
      )}
      <Answers
        loan={loan}
        onAsk={onAsk}
        answers={[
          { kind: 'refinance', label: 'Confirm I was paid out', main: true },
          { kind: 'confirmRest', label: 'Confirm I received the rest', main: true },
        ]}
      />
    </LoanCard>
  )
}

/** Missing details are requested at the top; changed ones take effect after a delay. */
function PayeeCard({ loan }: MatterProps): ReactNode {
  if (loan.your_payee !== 'changing' || loan.phase === 'ENDED') return null
  return (
    <LoanCard title="Where you are paid">
      <p>
        Your new payment details are not in force yet. <Link to={payeePath}>Payment details</Link>
      </p>
    </LoanCard>
  )
}
