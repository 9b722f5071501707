import { IconClock, IconHandFinger, IconScale, IconUser, IconUsers } from '@tabler/icons-react'
import { type ReactNode, useId } from 'react'
import { clockTime, longDay, timeLeft } from '../../text/date-text.ts'
import { DeadlineNews } from './deadline-news.tsx'
import styles from './move-bar.module.css'

const sides = {
  you: { title: 'Your move', look: 'yours', Icon: IconHandFinger },
  lender: { title: "Lender's move", look: 'theirs', Icon: IconUser },
  borrower: { title: "Borrower's move", look: 'theirs', Icon: IconUser },
  both: { title: "Both sides' move", look: 'theirs', Icon: IconUsers },
  operators: { title: "Operators' move", look: 'operators', Icon: IconScale },
  nobody: { title: 'In progress', look: 'theirs', Icon: IconClock },
} as const

type MoveBarProps = {
  /** As the viewer sees it: `you` for the operator whose case it is. */
  whose: keyof typeof sides
  /** What is to be done, with the sum. */
  what: ReactNode
  whatNote?: ReactNode
  /** Null where there is no deadline. */
  by: string | null
  /** The clock is stopped, so the deadline is this date or later. */
  isLeast?: boolean
  now: string
  /** What happens if nobody acts, and below it what will not happen. */
  otherwise: ReactNode
  otherwiseNote?: ReactNode
  /** The buttons. */
  children?: ReactNode
}

/** Who acts next, by when, and what happens otherwise: on every open loan, offer and case. */
export function MoveBar({ whose, what, whatNote, by, isLeast, now, ...rest }: MoveBarProps) {
  const { title, look, Icon } = sides[whose]
  const id = useId()
  return (
    <section aria-labelledby={`${id}whose ${id}what`} className={styles.bar} data-look={look}>
      <dl className={styles.cells}>
        <div className={styles.cell}>
          <dt id={`${id}whose`} className={styles.whose}>
            <Icon size={16} aria-hidden="true" />
            {title}
          </dt>
          <dd id={`${id}what`}>{what}</dd>
          {whatNote && <dd className={styles.note}>{whatNote}</dd>}
        </div>
        <div className={styles.cell}>
          <dt>By</dt>
          <By by={by} isLeast={isLeast ?? false} now={now} />
        </div>
        <div className={styles.cell}>
          <dt>Otherwise</dt>
          <dd>{rest.otherwise}</dd>
          {rest.otherwiseNote && <dd className={styles.note}>{rest.otherwiseNote}</dd>}
        </div>
      </dl>
      {rest.children && <div className={styles.actions}>{rest.children}</div>}
      {by && !isLeast && <DeadlineNews by={by} now={now} />}
    </section>
  )
}

type ByProps = Pick<MoveBarProps, 'by' | 'now'> & { isLeast: boolean }

function By({ by, now, isLeast }: ByProps) {
  if (!by) return <dd>No deadline</dd>
  return (
    <>
      <dd>
        {isLeast && 'At least '}
        <time dateTime={by} title={by}>
          {longDay(by)}
        </time>
      </dd>
      <dd className={styles.note}>
        {clockTime(by)}, {isLeast ? 'paused' : timeLeft({ until: by, now })}
      </dd>
    </>
  )
}
