import { useState } from 'react'
import type { Escrow } from '../../../../api/loans/loans.ts'
import { type OwnCase, useOwnCase } from '../../../../api/loans/own-case.ts'
import { fullDay } from '../../../../text/date-text.ts'
import { LoadFailed } from '../../../../shell/failures/load-failed.tsx'
import { TimeText } from '../../../../text/time-text.tsx'
import { AnswerForm, StateForm } from './case-forms.tsx'
import { CaseRuling } from './case-ruling.tsx'
import { LoanCard } from '../layout/loan-card.tsx'
import { otherName } from '../actions/loan-actions.ts'
import styles from '../layout/loan-parts.module.css'
import { RulingDialogs, type RulingQuestion } from './ruling-dialogs.tsx'

/** A dispute while it is open, and the last one after it: who said what, and what was ruled. */
export function CaseCard({ escrow }: { escrow: Escrow }) {
  const { data, error, refetch } = useOwnCase(escrow)
  const [question, setQuestion] = useState<RulingQuestion | null>(null)
  if (!data && error && escrow.dispute) {
    return (
      <LoanCard title="Case">
        <LoadFailed what="The dispute" error={error} onRetry={() => void refetch()} />
      </LoanCard>
    )
  }
  const found = data?.case
  if (!found) return null
  return (
    <LoanCard
      title={`Case ${String(found.number).padStart(4, '0')}`}
      aside={<span className={styles.small}>{standWords(found)}</span>}
    >
      {!found.closed_at && <Stage found={found} />}
      <Statements escrow={escrow} found={found} />
      {found.can_state && (
        <StateForm key={found.can_state} escrow={escrow} kind={found.can_state} />
      )}
      <Questions escrow={escrow} found={found} />
      {found.rulings.map((ruling) => (
        <CaseRuling
          key={ruling.id}
          ruling={ruling}
          onAsk={(kind) => setQuestion({ kind, ruling })}
        />
      ))}
      <RulingDialogs escrow={escrow} question={question} onClose={() => setQuestion(null)} />
    </LoanCard>
  )
}

const standWords = ({ closed_at, opened_at }: OwnCase) =>
  closed_at ? `Closed ${fullDay(closed_at)}` : `Since ${fullDay(opened_at)}`

/** Where it stands and until when. When the time is over, the case goes on; nobody loses by it. */
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
      When a time is over the case goes on without it, and no clock decides it. A senior operator
      looks at it by <TimeText at={senior_review_at} />.
    </span>
  </p>
)

type PartProps = { escrow: Escrow; found: OwnCase }

const Statements = ({ escrow, found }: PartProps) =>
  found.statements.map(({ party, kind, body, at }) => (
    <div key={`${party}${kind}`}>
      <p className={styles.small}>
        {party === escrow.role ? 'You' : otherName(escrow)}
        {kind === 'reply' ? ', reply' : ''}, {fullDay(at)}
      </p>
      <blockquote className={styles.said}>{body}</blockquote>
    </div>
  ))

const Questions = ({ escrow, found }: PartProps) =>
  found.questions.map((question) => {
    const isOwn = question.party === escrow.role
    return (
      <div key={question.id} className={styles.lines}>
        <p className={styles.small}>
          {question.asked_by} asked {isOwn ? 'you' : otherName(escrow)} on{' '}
          {fullDay(question.asked_at)}
        </p>
        <p>{question.question}</p>
        {question.answer && <blockquote className={styles.said}>{question.answer}</blockquote>}
        {!question.answer && (
          <p className={styles.small}>
            {isOwn ? 'To be answered' : 'Not answered yet,'} by{' '}
            <TimeText at={question.answer_by} withTime />
          </p>
        )}
        {!question.answer && isOwn && !found.closed_at && (
          <AnswerForm escrow={escrow} questionId={question.id} />
        )}
      </div>
    )
  })
