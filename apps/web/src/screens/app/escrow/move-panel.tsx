import { escrowActions } from '@pier/protocol/lifecycles/escrow-vocabulary'
import { IconFlag } from '@tabler/icons-react'
import { type Escrow, useEscrowEvents } from '../../../api/escrow.ts'
import { fullDay } from '../../../shared/date-text.ts'
import { MoveBar } from '../../../shared/move-bar.tsx'
import { Notice } from '../../../ui/notice.tsx'
import type { Ask } from './loan-actions.ts'
import { MoveButtons } from './move-buttons.tsx'

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
    <MoveBar
      whose={whoseOf(escrow)}
      what={title}
      whatNote={note}
      by={escrow.deadline_at}
      now={now}
      otherwise={escrow.on_deadline}
      otherwiseNote={otherwise_note}
    >
      <MoveButtons escrow={escrow} {...buttons} />
    </MoveBar>
  )
}

function whoseOf({ move, role }: Escrow) {
  if (move.whose === 'YOU') return 'you'
  if (move.whose === 'OPERATORS') return 'operators'
  if (move.whose === 'NOBODY') return 'nobody'
  return role === 'BORROWER' ? 'lender' : 'borrower'
}

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
