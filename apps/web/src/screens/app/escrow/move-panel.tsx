import { escrowActions } from '@pier/protocol/lifecycles/escrow-vocabulary'
import { Button } from '@mantine/core'
import { IconFlag, IconPlayerPause } from '@tabler/icons-react'
import { Link } from 'react-router'
import { type Escrow, useEscrowEvents } from '../../../api/escrow.ts'
import { fullDay } from '../../../shared/date-text.ts'
import { MoveBar } from '../../../shared/move-bar.tsx'
import { yourMove } from '../../../shared/move-button.ts'
import { Notice } from '../../../ui/notice.tsx'
import { type Ask, isOpen } from './loan-actions.ts'
import { MoveButtons, payeePath } from './move-buttons.tsx'
import styles from './loan-page.module.css'

type MovePanelProps = {
  escrow: Escrow
  now: string
  onAsk: Ask
  onPay: () => void
  paying: boolean
}

/** Whose move it is, in the server's words. A loan that ended has one line instead. */
export function MovePanel({ escrow, now, ...buttons }: MovePanelProps) {
  if (escrow.phase === 'ENDED') return <OutcomeLine escrow={escrow} />
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

const steps: ReadonlySet<string> = new Set(escrowActions)

/** How it ended, by the last step of its history. */
function OutcomeLine({ escrow: { id, move, ended_at } }: { escrow: Escrow }) {
  const { data } = useEscrowEvents(id)
  const last = data?.events.findLast(({ action }) => steps.has(action))
  return (
    <Notice icon={<IconFlag size={18} aria-hidden="true" />}>
      <strong>{move.title}</strong>
      {ended_at && ` on ${fullDay(ended_at)}`}.{last && ` ${last.words}.`}
    </Notice>
  )
}
