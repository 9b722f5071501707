import { clockTime, fullDay, timeLeft } from '../../../text/date-text.ts'
import { useNow } from '../../../operator/page/duty-context.tsx'
import { DeskCard } from '../../../operator/page/operator-page.tsx'
import type { Case } from './case.ts'
import styles from './case.module.css'

/** What operators have asked, and what was answered. */
export function QuestionsCard({ found }: { found: Case }) {
  const now = useNow()
  if (found.questions.length === 0) return null
  return (
    <DeskCard title="Questions">
      <ul className={styles.questions}>
        {found.questions.map((each) => (
          <li key={each.id}>
            <p className={styles.quiet}>
              {each.asked_by} asked the {each.party.toLowerCase()} on {fullDay(each.asked_at)}
            </p>
            <p className={styles.said}>{each.question}</p>
            {each.answer ? (
              <blockquote className={styles.quote}>{each.answer}</blockquote>
            ) : (
              <p className={styles.waits} data-late={each.answer_by < now || undefined}>
                No answer yet. By {fullDay(each.answer_by)}, {clockTime(each.answer_by)},{' '}
                {timeLeft({ until: each.answer_by, now })}
              </p>
            )}
          </li>
        ))}
      </ul>
    </DeskCard>
  )
}
