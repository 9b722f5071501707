import { Button } from '@mantine/core'
import {
  type Icon,
  IconBell,
  IconCash,
  IconCircleCheck,
  IconPoint,
  IconScale,
  IconServer,
  IconWritingSign,
} from '@tabler/icons-react'
import { useState } from 'react'
import { type Loan, useLoanEvents } from '../../../../api/loans/loans.ts'
import { shortDay } from '../../../../text/date-text.ts'
import { LoadFailed } from '../../../../shell/failures/load-failed.tsx'
import { TimeText } from '../../../../text/time-text.tsx'
import { BusyButton } from '../../../../ui/button/busy-button.tsx'
import { Dialog, DialogBody, DialogFooter } from '../../../../ui/dialog/dialog.tsx'
import { SkeletonBar } from '../../../../ui/feedback/skeleton-bar.tsx'
import { LoanCard } from '../layout/loan-card.tsx'
import styles from '../layout/loan-parts.module.css'

const shownCount = 4

/** The latest events, and all of them behind a button. */
export function HistoryCard({ loan }: { loan: Loan }) {
  const { data, error, refetch, ...older } = useLoanEvents(loan.id)
  const [opened, setOpened] = useState(false)
  const events = data?.events.toReversed() ?? []
  const total = data?.total ?? 0
  return (
    <LoanCard
      title="History"
      aside={
        events.length > 0 && (
          <Button variant="subtle" size="xs" onClick={() => setOpened(true)}>
            {total === 1 ? '1 event' : `All ${total} events`}
          </Button>
        )
      }
    >
      {!data && error && (
        <LoadFailed what="The history of this loan" error={error} onRetry={() => void refetch()} />
      )}
      {!data && !error && (
        <div aria-busy="true" className={styles.lines}>
          <SkeletonBar width="80%" height={18} />
          <SkeletonBar width="60%" height={18} />
        </div>
      )}
      <ol className={styles.events} reversed>
        {events.slice(0, shownCount).map((event) => (
          <li key={event.seq}>
            <EventIcon icon={iconOf(event.action)} />
            <span>{event.words}</span>
            <time dateTime={event.at} title={event.at}>
              {shortDay(event.at)}
            </time>
          </li>
        ))}
      </ol>
      <Dialog title="History" opened={opened} onClose={() => setOpened(false)} size={640}>
        <DialogBody>
          <p className={styles.small}>
            All events, newest first. Each event contains the hash of the one before, so none can be
            changed or removed unnoticed.
          </p>
          <ol className={styles.allEvents} reversed>
            {events.map(({ seq, at, words, hash }) => (
              <li key={seq}>
                <strong>{words}</strong>
                <TimeText at={at} withTime />
                <code>{hash}</code>
              </li>
            ))}
          </ol>
          {older.hasNextPage && (
            <BusyButton
              variant="default"
              size="xs"
              busy={older.isFetchingNextPage}
              onClick={() => void older.fetchNextPage()}
            >
              Show older events
            </BusyButton>
          )}
        </DialogBody>
        <DialogFooter>
          <Button variant="default" onClick={() => setOpened(false)}>
            Close
          </Button>
        </DialogFooter>
      </Dialog>
    </LoanCard>
  )
}

const icons: Partial<Record<string, Icon>> = {
  remind: IconBell,
  sign: IconWritingSign,
  nameservers: IconServer,
  markPaid: IconCash,
  recordPayment: IconCash,
  confirmReceipt: IconCircleCheck,
  confirmPayment: IconCircleCheck,
  finalize: IconCircleCheck,
  escalate: IconScale,
}

export const iconOf = (action: string): Icon =>
  (Object.hasOwn(icons, action) && icons[action]) || IconPoint

export const EventIcon = ({ icon: Shown }: { icon: Icon }) => <Shown size={18} aria-hidden="true" />
