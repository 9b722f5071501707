import { ActionIcon, FileButton, Textarea } from '@mantine/core'
import { limits } from '@pier/protocol/limits'
import { IconAlertTriangle, IconPaperclip, IconSend, IconX } from '@tabler/icons-react'
import { type FormEvent, type KeyboardEvent, useState } from 'react'
import type { Loan } from '../../../../api/loans/loans.ts'
import type { LoanFile } from '../../../../api/loans/loan-files.ts'
import { BusyButton } from '../../../../ui/button/busy-button.tsx'
import styles from './chat-panel.module.css'
import { exhibitTypes, useExhibit } from '../documents/use-exhibit.ts'
import { useSendMessage } from './use-send-message.ts'

/** By loan, as long as the tab: on a phone the chat unmounts when another part is shown. */
const drafts = new Map<string, string>()

function useDraft(escrowId: string) {
  const [text, setText] = useState(() => drafts.get(escrowId) ?? '')
  const write = (typed: string) => {
    drafts.set(escrowId, typed)
    setText(typed)
  }
  /** The user may have typed more while it was sent. */
  const clear = (sent: string) => {
    if (drafts.get(escrowId) === sent) write('')
  }
  return { text, write, clear }
}

/** Shift+Enter sends, Enter starts a new line. What could not be sent stays in the field. */
export function ChatForm({ loan }: { loan: Loan }) {
  const { text, write, clear } = useDraft(loan.id)
  const [exhibit, setExhibit] = useState<LoanFile | null>(null)
  const adding = useExhibit(loan, setExhibit)
  const sending = useSendMessage(loan.id)
  const label = `Write to the ${loan.role === 'BORROWER' ? 'lender' : 'borrower'}`

  const send = async (event: FormEvent | KeyboardEvent) => {
    event.preventDefault()
    const message = text.trim() || (exhibit ? `Exhibit ${exhibit.number ?? ''}`.trim() : '')
    if (!message || !(await sending.send({ message, fileId: exhibit?.id }))) return
    clear(text)
    setExhibit(null)
  }
  return (
    <form method="post" className={styles.form} onSubmit={(event) => void send(event)}>
      {sending.heldBack && (
        <p role="alert" className={styles.held}>
          <IconAlertTriangle size={18} aria-hidden="true" />
          <span>Not sent. {sending.heldBack}.</span>
        </p>
      )}
      <Textarea
        aria-label={label}
        placeholder={label}
        value={text}
        dir="auto"
        minRows={2}
        maxRows={6}
        autosize
        maxLength={limits.chatLengthMax}
        aria-keyshortcuts="Shift+Enter"
        onChange={({ currentTarget }) => write(currentTarget.value)}
        onKeyDown={(event) => {
          const isComposed = event.nativeEvent.isComposing // Enter confirms an input method's word.
          if (event.key === 'Enter' && event.shiftKey && !isComposed) void send(event)
        }}
      />
      {exhibit && (
        <p className={styles.chip}>
          <IconPaperclip size={16} aria-hidden="true" />
          <bdi>
            Exhibit {exhibit.number}, {exhibit.name}
          </bdi>
          <ActionIcon
            variant="subtle"
            aria-label="Send without it"
            onClick={() => setExhibit(null)}
          >
            <IconX size={16} aria-hidden="true" />
          </ActionIcon>
        </p>
      )}
      <div className={styles.foot}>
        <FileButton accept={exhibitTypes} onChange={(file) => file && void adding.add(file)}>
          {(props) => (
            <ActionIcon
              {...props}
              variant="subtle"
              size={36}
              aria-label="Attach a file as exhibit"
              aria-busy={adding.busy}
            >
              <IconPaperclip size={20} aria-hidden="true" />
            </ActionIcon>
          )}
        </FileButton>
        <span>{adding.busy ? 'Uploading the file' : 'Shift + Enter sends'}</span>
        <BusyButton
          type="submit"
          size="xs"
          busy={sending.busy}
          leftSection={<IconSend size={16} aria-hidden="true" />}
        >
          Send
        </BusyButton>
      </div>
    </form>
  )
}
