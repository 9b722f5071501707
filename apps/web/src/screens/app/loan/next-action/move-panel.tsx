import { Button } from '@mantine/core'
import { IconPlayerPause } from '@tabler/icons-react'
import { Link } from 'react-router'
import type { Loan } from '../../../../api/loans/loans.ts'
import { MoveBar } from '../../../../loans/next-action/move-bar.tsx'
import { yourMove } from '../../../../loans/next-action/move-button.ts'
import { Notice } from '../../../../ui/feedback/notice.tsx'
import { type Ask, isOpen } from '../actions/loan-actions.ts'
import { MoveButtons, payeePath } from './move-buttons.tsx'
import styles from '../layout/loan-page.module.css'

type MovePanelProps = {
  loan: Loan
  now: string
  onAsk: Ask
  onPay: () => void
  paying: boolean
}

/** The next action, with the server's texts. */
export function MovePanel({ loan, now, ...buttons }: MovePanelProps) {
  const { title, note, otherwise_note } = loan.move
  return (
    <div className={styles.moves}>
      <MoveBar
        whose={whoseOf(loan)}
        what={title}
        whatNote={note}
        by={loan.deadline_at}
        isLeast={loan.clock_stopped}
        now={now}
        otherwise={loan.on_deadline}
        otherwiseNote={otherwise_note}
      >
        <MoveButtons loan={loan} {...buttons} />
      </MoveBar>
      <PauseLine loan={loan} onAsk={buttons.onAsk} />
      {loan.asks.map((ask) => (
        <AskBar key={ask.what} ask={ask} />
      ))}
    </div>
  )
}

function whoseOf({ move, role }: Loan) {
  if (move.whose === 'YOU') return 'you'
  if (move.whose === 'OPERATORS') return 'operators'
  if (move.whose === 'NOBODY') return 'nobody'
  return role === 'BORROWER' ? 'lender' : 'borrower'
}

/** The clock is stopped: since when, why, and what ends that. */
function PauseLine({ loan, onAsk }: Pick<MovePanelProps, 'loan' | 'onAsk'>) {
  const { pause } = loan
  if (!pause) return null
  return (
    <Notice
      icon={<IconPlayerPause size={18} aria-hidden="true" />}
      action={
        isOpen(loan, 'tender') && (
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

/** What this party should add in time, although something else is the next action. */
const AskBar = ({ ask }: { ask: Loan['asks'][number] }) => (
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
