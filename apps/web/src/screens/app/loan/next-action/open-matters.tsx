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
    dispute.by === 'SYSTEM'
      ? 'Opened because nobody answered in time'
      : `${sayer(loan, dispute.by)} escalated`
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
        The domain stays locked, and no deadline runs. Two operators read the file and decide in
        writing, unless you settle. Exhibits and chat are part of the file.
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
      title={isExtension ? 'Extension' : 'Settlement'}
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
    return `${due_on ? fullDay(due_on) : 'a later date'}${pays_interest ? ', with interest accrued so far paid now' : ''}`
  const known = Object.entries(outcomeText).find(([each]) => each === outcome)
  return `that ${known?.[1] ?? 'the dispute ends'}${due_on ? `, by ${fullDay(due_on)}` : ''}`
}

type Answer = { kind: Exclude<QuestionKind, 'advance'>; label: string; main?: boolean }

const takeBack = (isExtension: boolean): Answer => ({
  kind: isExtension ? 'declineExtension' : 'declineSettlement',
  label: 'Withdraw proposal',
})

const decide = (isExtension: boolean): Answer[] => [
  { kind: isExtension ? 'extend' : 'settle', label: 'Accept', main: true },
  { kind: isExtension ? 'declineExtension' : 'declineSettlement', label: 'Decline' },
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
    <LoanCard title="Partial payment">
      <p>
        {sayer(loan, part.by)} {part.by === loan.role ? 'say' : 'says'} that{' '}
        <strong>{formatMoney(centsOf(part.amount ?? 0))}</strong> was sent on{' '}
        {fullDay(part.paid_on)}
        {reference}. {part.by === loan.role && `${otherName(loan)} must confirm it.`}
      </p>
      <Answers
        loan={loan}
        onAsk={onAsk}
        answers={[
          { kind: 'confirmPayment', label: 'Confirm receipt', main: true },
          { kind: 'denyPayment', label: 'Report as not received' },
        ]}
      />
    </LoanCard>
  )
}

function SuccessorCard({ loan, onAsk }: MatterProps) {
  const { successor } = loan
  if (!successor && !isOpen(loan, 'confirmRest')) return null
  return (
    <LoanCard title="Refinance">
      {successor && (
        <p>
          {successor.lender_name} lends {formatMoney(centsOf(successor.amount))} and pays off the
          first lender with {formatMoney(centsOf(successor.payoff))}.{' '}
          {!successor.is_ready && 'The new loan is not ready yet.'}
        </p>
      )}
      <Answers
        loan={loan}
        onAsk={onAsk}
        answers={[
          { kind: 'refinance', label: 'Confirm payoff received', main: true },
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
    <LoanCard title="Your payment details">
      <p>
        Your new payment details are not active yet. <Link to={payeePath}>Payment details</Link>
      </p>
    </LoanCard>
  )
}
