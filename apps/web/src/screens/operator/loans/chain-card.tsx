import { IconCircleCheckFilled, IconLinkOff } from '@tabler/icons-react'
import desk from '../../../operator/page/desk.module.css'
import { DeskCard } from '../../../operator/page/operator-page.tsx'
import { TimeText } from '../../../text/time-text.tsx'
import { Tag } from '../../../ui/display/tag.tsx'
import type { Loan } from './loan.ts'
import styles from './loan.module.css'

/** All events, and whether each still has the hash of the one before. */
export const ChainCard = ({ loan: { chain, events } }: { loan: Loan }) => (
  <DeskCard
    title="Events"
    aside={
      <Tag
        tone={chain.is_whole ? 'good' : 'bad'}
        icon={chain.is_whole ? IconCircleCheckFilled : IconLinkOff}
      >
        {chain.is_whole ? `Chain intact, ${chain.count} events` : 'Chain broken'}
      </Tag>
    }
  >
    {chain.problem && <p role="alert">{chain.problem}</p>}
    <ol className={styles.events} reversed>
      {events
        .toSorted((a, b) => b.seq - a.seq)
        .map((event) => (
          <li key={event.seq}>
            <span className={styles.seq}>{event.seq}</span>
            <span>
              <strong>{event.words}</strong>
              <span className={desk.quiet}>
                {event.actor.toLowerCase()},{' '}
                {event.from ? `${event.from} to ${event.to}` : event.to}
              </span>
            </span>
            <TimeText at={event.at} withTime />
            <code title={event.hash}>
              {event.hash.slice(0, 4)}…{event.hash.slice(-4)}
            </code>
          </li>
        ))}
    </ol>
  </DeskCard>
)
