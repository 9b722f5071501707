import { Button } from '@mantine/core'
import { useInViewport } from '@mantine/hooks'
import { IconArrowDown } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { call } from '../../../../api/client/client.ts'
import type { Loan } from '../../../../api/loans/loans.ts'
import { type Chat, reloadMessages } from '../../../../api/loans/messages.ts'
import { type ChatLine, dayText } from './chat-lines.ts'
import { EventLine, MessageLine } from './chat-line.tsx'
import styles from './chat-panel.module.css'

type ChatLogProps = { loan: Loan; chat: Chat; lines: readonly ChatLine[]; now: number }

/** Shows the newest, unless the reader has scrolled up: then it hints that there is more below. */
export function ChatLog({ loan, chat, lines, now }: ChatLogProps) {
  const { log, isAtEnd, follow, toEnd } = useNewest(
    chat.messages.findLast(({ is_own }) => is_own)?.id,
  )
  const { ref: end, inViewport } = useInViewport<HTMLDivElement>()
  useMarkRead({ escrowId: loan.id, unread: inViewport ? chat.unread : 0 })
  return (
    <div className={styles.stage}>
      <div
        ref={log}
        role="log"
        aria-label="Chat"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- It scrolls, by keys too.
        tabIndex={0}
        className={styles.log}
        onScroll={follow}
      >
        {lines.length === 0 && <p className={styles.empty}>No messages yet.</p>}
        {lines.map((line) => (
          <Line key={line.key} line={line} escrowId={loan.id} now={now} />
        ))}
        <div ref={end} className={styles.mark} />
      </div>
      {!isAtEnd && chat.unread > 0 && (
        <Button
          size="xs"
          className={styles.more}
          leftSection={<IconArrowDown size={16} aria-hidden="true" />}
          onClick={toEnd}
        >
          {chat.unread === 1 ? '1 new message' : `${chat.unread} new messages`}
        </Button>
      )}
    </div>
  )
}

type LineProps = { line: ChatLine; escrowId: string; now: number }

function Line({ line, escrowId, now }: LineProps) {
  if (line.kind === 'day') return <p className={styles.day}>{dayText(line.at, now)}</p>
  if (line.kind === 'unread') return <p className={styles.unread}>New</p>
  if (line.kind === 'event') return <EventLine event={line.event} />
  return <MessageLine message={line.message} escrowId={escrowId} />
}

const nearEndPixels = 48

/** Stays at the end of the log while the reader is there, or has just written. */
function useNewest(ownId: string | undefined) {
  const log = useRef<HTMLDivElement>(null)
  const [isAtEnd, setAtEnd] = useState(true)
  const stays = useRef(true)
  const written = useRef(ownId)

  const toEnd = () => log.current?.scrollTo({ top: log.current.scrollHeight })
  const follow = () => {
    if (!log.current) return
    const { scrollHeight, scrollTop, clientHeight } = log.current
    stays.current = scrollHeight - scrollTop - clientHeight < nearEndPixels
    setAtEnd(stays.current)
  }
  useLayoutEffect(() => {
    if (written.current !== ownId) stays.current = true
    written.current = ownId
    if (stays.current) log.current?.scrollTo({ top: log.current.scrollHeight })
  }) // After every render, whatever made the log longer.
  return { log, isAtEnd, follow, toEnd }
}

/** All unread messages are marked as read once the end of the log is visible. */
function useMarkRead({ escrowId, unread }: { escrowId: string; unread: number }) {
  const queries = useQueryClient()
  useEffect(() => {
    if (unread === 0) return undefined
    const stop = new AbortController()
    const mark = async () => {
      if (document.visibilityState !== 'visible') return
      stop.abort()
      // If this fails, the next look marks them.
      await call('POST /escrow/:id/read', { params: { id: escrowId } }).catch(() => null)
      await reloadMessages(queries, escrowId)
    }
    document.addEventListener('visibilitychange', () => void mark(), { signal: stop.signal })
    void mark()
    return () => stop.abort()
  }, [queries, escrowId, unread])
}
