import { Button } from '@mantine/core'
import { IconPlayerPause } from '@tabler/icons-react'
import { Link } from 'react-router'
import type { Escrow } from '../../../../api/loans/loans.ts'
import { MoveBar } from '../../../../loans/next-action/move-bar.tsx'
import { yourMove } from '../../../../loans/next-action/move-button.ts'
import { Notice } from '../../../../ui/feedback/notice.tsx'
import { type Ask, isOpen } from '../actions/loan-actions.ts'
import { MoveButtons, payeePath } from './move-buttons.tsx'
import styles from '../layout/loan-page.module.css'

type MovePanelProps = {
  escrow: Escrow
  now: string
  onAsk: Ask
  onPay: () => void
  paying: boolean
}

/** Whose move it is, in the server's words. */
export function MovePanel({ escrow, now, ...buttons }: MovePanelProps) {
  const { title, note, otherwise_note } = escrow.move
  return (
    <div className={styles.moves}>
      <MoveBar
        whose={whoseOf(escrow)}
        what={title}
        whatNote={note}
        by={escrow.deadline_at}
        isLeast={escrow.clock_stopped}
        now={now}
        otherwise={escrow.on_deadline}
        otherwiseNote={otherwise_note}
      >
        <MoveButtons escrow={escrow} {...buttons} />
      </MoveBar>
      <PauseLine escrow={escrow} onAsk={buttons.onAsk} />
      {escrow.asks.map((ask) => (
        <AskBar key={ask.what} ask={ask} />
      ))}
    </div>
  )
}

function whoseOf({ move, role }: Escrow) {
  if (move.whose === 'YOU') return 'you'
  if (move.whose === 'OPERATORS') return 'operators'
  if (move.whose === 'NOBODY') return 'nobody'
  return role === 'BORROWER' ? 'lender' : 'borrower'
}

/** The clock stands still: since when, why, and what ends it. */
function PauseLine({ escrow, onAsk }: Pick<MovePanelProps, 'escrow' | 'onAsk'>) {
  const { pause } = escrow
  if (!pause) return null
  return (
    <Notice
      icon={<IconPlayerPause size={18} aria-hidden="true" />}
      action={
        isOpen(escrow, 'tender') && (
          <Button size="xs" variant="default" onClick={() => onAsk('tender')}>
            I tried to pay
          </Button>
        )
      }
    >
      <strong>{pause.title}</strong> {pause.note}
    </Notice>
  )
}

/** What this side should add in time, although something else is the move. */
const AskBar = ({ ask }: { ask: Escrow['asks'][number] }) => (
  <section aria-label={ask.title} className={styles.ask}>
    <div>
      <strong>{ask.title}</strong>
      <p>{ask.note}</p>
    </div>
    <Button component={Link} to={payeePath} vars={yourMove}>
      Add payment details
    </Button>
  </section>
)
