import { clockTime, shortDay } from '../../../text/date-text.ts'
import { DeskCard } from '../../../operator/page/operator-page.tsx'
import type { Case } from './case.ts'
import styles from './case.module.css'

/** Past steps, the current one in yellow, and what comes after. */
export const TimelineCard = ({ found }: { found: Case }) => (
  <DeskCard title="Timeline">
    <ol className={styles.timeline}>
      {found.timeline.map(({ words, at, state, note }) => (
        <li
          key={`${words}${at}`}
          data-state={state}
          aria-current={state === 'now' ? 'step' : undefined}
        >
          <span>
            {words.replace(/ by$/, '')} {at && <Moment at={at} isAhead={state !== 'done'} />}
            {note && <small> {note}</small>}
          </span>
        </li>
      ))}
    </ol>
  </DeskCard>
)

const Moment = ({ at, isAhead }: { at: string; isAhead: boolean }) => (
  <time dateTime={at} title={at}>
    {isAhead && 'by '}
    {shortDay(at)} {clockTime(at).slice(0, 5)}
  </time>
)
