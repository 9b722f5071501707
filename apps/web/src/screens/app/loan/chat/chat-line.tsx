import { IconPaperclip } from '@tabler/icons-react'
import type { Message } from '../../../../api/loans/messages.ts'
import { Avatar } from '../../../../ui/display/avatar.tsx'
import { clockText, type LoanEvent } from './chat-lines.ts'
import styles from './chat-panel.module.css'
import { EventIcon, iconOf } from '../status/history-card.tsx'
import { useOpenFile } from '../documents/use-open-file.ts'

export const EventLine = ({ event }: { event: LoanEvent }) => (
  <p className={styles.event}>
    <EventIcon icon={iconOf(event.action)} />
    <span>
      {event.words}, <ChatTime at={event.at} />
    </span>
  </p>
)

type MessageLineProps = { message: Message; escrowId: string }

/** A message is plain text: an address in it is no link, and its direction is automatic. */
export function MessageLine({ message, escrowId }: MessageLineProps) {
  const { name, created_at, is_own, file } = message
  return (
    <div className={styles.message} data-own={is_own || undefined}>
      <Avatar name={name} picture={null} size={32} />
      <div className={styles.words}>
        <p className={styles.who}>
          <bdi>{name}</bdi> <ChatTime at={created_at} />
        </p>
        <p dir="auto" className={styles.text}>
          {message.message}
        </p>
        {file && <Attached escrowId={escrowId} file={file} />}
      </div>
    </div>
  )
}

type AttachedProps = { escrowId: string; file: NonNullable<Message['file']> }

function Attached({ escrowId, file }: AttachedProps) {
  const { busy, open } = useOpenFile(escrowId)
  return (
    <button
      type="button"
      className={styles.attached}
      aria-busy={busy}
      onClick={() => void open(file.id)}
    >
      <IconPaperclip size={16} aria-hidden="true" />
      <bdi>{file.number === null ? file.name : `Exhibit ${file.number}, ${file.name}`}</bdi>
    </button>
  )
}

const ChatTime = ({ at }: { at: string }) => (
  <time dateTime={at} title={at}>
    {clockText(at)}
  </time>
)
