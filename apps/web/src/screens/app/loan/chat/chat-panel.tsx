import { useId, useState } from 'react'
import { type Loan, useLoanEvents } from '../../../../api/loans/loans.ts'
import { type Chat, useMessages } from '../../../../api/loans/messages.ts'
import { LoadFailed } from '../../../../shell/failures/load-failed.tsx'
import { SkeletonBar } from '../../../../ui/feedback/skeleton-bar.tsx'
import { ChatForm } from './chat-form.tsx'
import { chatLines, firstUnread } from './chat-lines.ts'
import { ChatLog } from './chat-log.tsx'
import styles from './chat-panel.module.css'

/** The messages of the two parties, with the events of the loan in between. */
export function ChatPanel({ loan }: { loan: Loan }) {
  const id = useId()
  const { data, error, refetch } = useMessages(loan.id)
  return (
    <section aria-labelledby={id} className={styles.panel}>
      <div className={styles.head}>
        <h2 id={id}>Chat</h2>
        <span>Part of the loan file</span>
      </div>
      {data ? (
        <Conversation key={loan.id} loan={loan} chat={data} />
      ) : (
        <div className={styles.log} aria-busy={!error}>
          {error ? (
            <LoadFailed what="The chat" error={error} onRetry={() => void refetch()} />
          ) : (
            <SkeletonBar width="70%" height={44} />
          )}
        </div>
      )}
      <ChatForm key={`${loan.id} form`} loan={loan} />
    </section>
  )
}

function Conversation({ loan, chat }: { loan: Loan; chat: Chat }) {
  const { data, dataUpdatedAt } = useLoanEvents(loan.id)
  // The mark of the first unread message stays in place while they are being read.
  const [firstUnreadId] = useState(() => firstUnread(chat))
  const lines = chatLines({ messages: chat.messages, events: data?.events ?? [], firstUnreadId })
  return <ChatLog loan={loan} chat={chat} lines={lines} now={dataUpdatedAt} />
}
