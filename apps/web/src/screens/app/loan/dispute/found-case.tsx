import { useState } from 'react'
import type { Loan } from '../../../../api/loans/loans.ts'
import type { OwnCase } from '../../../../api/loans/own-case.ts'
import { fullDay } from '../../../../text/date-text.ts'
import { TimeText } from '../../../../text/time-text.tsx'
import { AnswerForm, StateForm } from './case-forms.tsx'
import { CaseRuling } from './case-ruling.tsx'
import { LoanCard } from '../layout/loan-card.tsx'
import { otherName } from '../actions/loan-actions.ts'
import styles from '../layout/loan-parts.module.css'
import { RulingDialogs, type RulingQuestion } from './ruling-dialogs.tsx'

type PartProps = { loan: Loan; found: OwnCase }

/** Who said what, and what was ruled. */
export function FoundCase({ loan, found }: PartProps) {
  const [question, setQuestion] = useState<RulingQuestion | null>(null)
  return (
    <LoanCard
      title={`Case ${String(found.number).padStart(4, '0')}`}
      aside={<span className={styles.small}>{caseStateText(found)}</span>}
    >
      {!found.closed_at && <Stage found={found} />}
      <Statements loan={loan} found={found} />
      {found.can_state && <StateForm key={found.can_state} loan={loan} kind={found.can_state} />}
      <Questions loan={loan} found={found} />
      {found.rulings.map((ruling) => (
        <CaseRuling
          key={ruling.id}
          ruling={ruling}
          onAsk={(kind) => setQuestion({ kind, ruling })}
        />
      ))}
      <RulingDialogs loan={loan} question={question} onClose={() => setQuestion(null)} />
    </LoanCard>
  )
}

const caseStateText = ({ closed_at, opened_at }: OwnCase) =>
  closed_at ? `Closed ${fullDay(closed_at)}` : `Since ${fullDay(opened_at)}`

/** The stage and its deadline. When that passes, the case goes on; nobody loses by it. */
const Stage = ({ found: { stage_words, by, senior_review_at } }: { found: OwnCase }) => (
  <p>
    <strong>{stage_words}</strong>
    {by && (
      <>
        , by <TimeText at={by} withTime />
      </>
    )}
    .{' '}
    <span className={styles.small}>
      If a deadline passes, the case continues without that statement. No deadline decides the case.
      A senior operator reviews it by <TimeText at={senior_review_at} />.
    </span>
  </p>
)

const Statements = ({ loan, found }: PartProps) =>
  found.statements.map(({ party, kind, body, at }) => (
    <div key={`${party}${kind}`}>
      <p className={styles.small}>
        {party === loan.role ? 'You' : otherName(loan)}
        {kind === 'reply' ? ', reply' : ''}, {fullDay(at)}
      </p>
      <blockquote className={styles.said}>{body}</blockquote>
    </div>
  ))

const Questions = ({ loan, found }: PartProps) =>
  found.questions.map((question) => {
    const isOwn = question.party === loan.role
    return (
      <div key={question.id} className={styles.lines}>
        <p className={styles.small}>
          {question.asked_by} asked {isOwn ? 'you' : otherName(loan)} on{' '}
          {fullDay(question.asked_at)}
        </p>
        <p>{question.question}</p>
        {question.answer && <blockquote className={styles.said}>{question.answer}</blockquote>}
        {!question.answer && (
          <p className={styles.small}>
            {isOwn ? 'Reply due' : 'Not answered yet,'} by{' '}
            <TimeText at={question.answer_by} withTime />
          </p>
        )}
        {!question.answer && isOwn && !found.closed_at && (
          <AnswerForm loan={loan} questionId={question.id} />
        )}
      </div>
    )
  })
