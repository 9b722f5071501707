import { Button } from '@mantine/core'
import { IconCalendarPlus } from '@tabler/icons-react'
import type { CSSProperties } from 'react'
import type { Domain } from '../../../api/domains.ts'
import { shortDay } from '../../../text/date-text.ts'
import { readDomain } from '../../../domains/domain-text.ts'
import type { LoanLists } from '../../../loans/next-action/moves.ts'
import { SkeletonBar } from '../../../ui/feedback/skeleton-bar.tsx'
import { saveFile } from '../../../ui/file/save-file.ts'
import { makeCalendar } from './calendar-file.ts'
import { type Coming, horizonDays, listComing, placeComing, todayLane } from './horizon.ts'
import styles from './horizon-panel.module.css'

type HorizonPanelProps = { lists: LoanLists; domains: readonly Domain[]; now: string }

/**
 * 45 days on a timeline: deadlines above it, expiring registrations below. What does not fit is
 * listed under it, and on a narrow screen everything is a list.
 */
export function HorizonPanel({ lists, domains, now }: HorizonPanelProps) {
  const all = listComing({ lists, domains, now })
  const placed = placeComing(all, now)
  const today = todayLane(placed)
  const lanesOf = (isBelow: boolean) =>
    Math.max(0, ...placed.filter((each) => each.isBelow === isBelow).map(({ lane }) => lane + 1))
  const isPlaced = ({ key }: Coming) => placed.some((known) => known.key === key)
  return (
    <section aria-labelledby="horizon" className={styles.panel}>
      <div className={styles.head}>
        <h2 id="horizon">Next {horizonDays} days</h2>
        {all.length > 0 && <p>Deadlines above, registrations that end below</p>}
        {all.length > 0 && <CalendarButton all={all} now={now} />}
      </div>
      {all.length === 0 && <p className={styles.nothing}>Nothing is known to end or fall due.</p>}
      <ol
        className={styles.deck}
        style={asStyle({
          '--above': Math.max(today + 1, lanesOf(false)),
          '--below': lanesOf(true),
        })}
      >
        <li className={styles.post} style={asStyle({ '--at': '0%', '--lane': today })}>
          <span className={styles.label}>
            <b>Today</b>
            <span>{shortDay(now)}</span>
          </span>
        </li>
        {placed.map((each) => (
          <li
            key={each.key}
            className={styles.post}
            data-below={each.isBelow || undefined}
            data-flipped={each.isFlipped || undefined}
            style={asStyle({ '--at': `${each.percent}%`, '--lane': each.lane })}
          >
            <Label coming={each} />
          </li>
        ))}
      </ol>
      <ul className={styles.rest}>
        {all.map((each) => (
          <li key={each.key} data-placed={isPlaced(each) || undefined}>
            <Label coming={each} />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Shows only the empty timeline until the data is loaded. */
export const WaitingHorizonPanel = () => (
  <section aria-label={`Next ${horizonDays} days`} aria-busy="true" className={styles.panel}>
    <div className={styles.head}>
      <h2>Next {horizonDays} days</h2>
      <SkeletonBar width={220} height={16} />
    </div>
    <div className={styles.deck} style={asStyle({ '--above': 1, '--below': 0 })} />
    <div className={styles.rest} />
  </section>
)

const Label = ({ coming: { domain, at, what } }: { coming: Coming }) => (
  <span className={styles.label}>
    <b translate="no">{nameOf(domain)}</b>
    <time dateTime={at} title={at}>
      {shortDay(at)}, {what}
    </time>
  </span>
)

function nameOf(domain: string): string {
  const { label, ending } = readDomain(domain)
  return label + ending
}

const CalendarButton = ({ all, now }: { all: readonly Coming[]; now: string }) => (
  <Button
    size="xs"
    variant="subtle"
    leftSection={<IconCalendarPlus size={18} aria-hidden="true" />}
    onClick={() => saveFile('pier-next-45-days.ics', makeCalendar(all, now))}
  >
    Calendar file
  </Button>
)

// React's type of a style knows no custom properties.
const asStyle = (properties: Record<`--${string}`, string | number>) => properties as CSSProperties
