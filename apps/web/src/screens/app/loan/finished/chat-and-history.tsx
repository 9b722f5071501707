import { limits } from '@pier/protocol/limits'
import { dayMs } from '@pier/protocol/time'
import type { Loan } from '../../../../api/loans/loans.ts'
import { useMessages } from '../../../../api/loans/messages.ts'
import { fullDay } from '../../../../text/date-text.ts'
import { VisuallyHidden } from '../../../../ui/display/visually-hidden.tsx'
import { ChatPanel } from '../chat/chat-panel.tsx'
import styles from './finished-page.module.css'
import { HistoryCard } from '../status/history-card.tsx'
import { LoanCard } from '../layout/loan-card.tsx'
import type { Receipt } from './receipt-rows.ts'
import { TermsCard } from '../contract/terms-card.tsx'

const talkId = 'chat-and-history'

type TalkCardProps = {
  loan: Loan
  receipt: Receipt
  now: string
  opened: boolean
  onToggle: () => void
}

/** How long the chat and history are, and until when messages can be added. */
export function TalkCard({ loan, receipt, now, opened, onToggle }: TalkCardProps) {
  const unread = useMessages(loan.id).data?.unread ?? 0
  return (
    <LoanCard
      title="Chat and history"
      aside={
        <button
          type="button"
          className={styles.word}
          aria-expanded={opened}
          aria-controls={talkId}
          onClick={onToggle}
        >
          {opened ? 'Close' : 'Open'} <VisuallyHidden>chat and history</VisuallyHidden>
        </button>
      }
    >
      <p className={styles.small}>
        {unread > 0 && <strong>{unread} new. </strong>}
        {countLabel(receipt.messages, 'message')}, {countLabel(receipt.events, 'event')}.{' '}
        {loan.ended_at && chatText(loan.ended_at, now)}
      </p>
    </LoanCard>
  )
}

const countLabel = (count: number, word: string) => `${count} ${word}${count === 1 ? '' : 's'}`

/** The chat stays open for a while after the end. */
export function chatText(endedAt: string, now: string): string {
  const until = new Date(Date.parse(endedAt) + limits.chatDaysAfterEnd * dayMs).toISOString()
  return until > now
    ? `You can send messages until ${fullDay(until)}.`
    : `Closed ${fullDay(until)}.`
}

/** The chat beside the terms that were signed and the history. */
export const Talk = ({ loan }: { loan: Loan }) => (
  <div id={talkId} className={styles.talk}>
    <div className={styles.chat}>
      <ChatPanel loan={loan} />
    </div>
    <div className={styles.stack}>
      <TermsCard loan={loan} />
      <HistoryCard loan={loan} />
    </div>
  </div>
)
