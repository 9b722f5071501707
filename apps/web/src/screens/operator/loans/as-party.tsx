import { Button } from '@mantine/core'
import { centsOf, formatMoney } from '@pier/protocol/money'
import type { Loan } from '../../../api/loans/loans.ts'
import { DomainName } from '../../../domains/domain-name.tsx'
import { MoveBar } from '../../../loans/next-action/move-bar.tsx'
import desk from '../../../operator/page/desk.module.css'
import { useNow } from '../../../operator/page/duty-context.tsx'
import { StatusBadge } from '../../../text/status-badge.tsx'
import { TimeText } from '../../../text/time-text.tsx'
import { DialogBody, DialogFooter } from '../../../ui/dialog/dialog.tsx'
import { FigureList } from '../../../ui/display/figure-list.tsx'
import styles from './loan.module.css'

export type SeenLoan = Loan

const when = (at: string | null) => (at ? <TimeText at={at} withTime /> : 'No date')

export function AsParty({ seen, onClose }: { seen: SeenLoan; onClose: () => void }) {
  const now = useNow()
  const { move, role } = seen
  const other = role === 'BORROWER' ? 'lender' : 'borrower'
  const whose = { YOU: 'you', OTHER: other, OPERATORS: 'operators', NOBODY: 'nobody' } as const
  const shown = seen.actions.filter(({ open, why_not }) => open || why_not)
  return (
    <>
      <DialogBody>
        <div className={styles.seenHead}>
          <DomainName name={seen.domain} size="card" />
          <StatusBadge kind="loan" status={seen.status} phase={seen.phase} />
        </div>
        <MoveBar
          whose={whose[move.whose]}
          what={move.title}
          whatNote={move.note}
          by={seen.deadline_at}
          now={now}
          otherwise={move.otherwise_note}
        />
        <FigureList
          figures={[
            { label: 'Amount', value: formatMoney(centsOf(seen.amount)) },
            {
              label: 'Payoff today',
              value: seen.payoff ? formatMoney(centsOf(seen.payoff.today.amount)) : 'Not yet',
            },
            { label: 'Due', value: when(seen.due_at) },
            { label: 'Grace until', value: when(seen.grace_until) },
          ]}
        />
        <h3>Available actions</h3>
        <ul className={desk.lines}>
          {shown.map(({ action, open, why_not }) => (
            <li key={action}>
              <strong>{action}</strong>
              <span>{open ? 'open' : why_not}</span>
            </li>
          ))}
        </ul>
      </DialogBody>
      <DialogFooter>
        <Button variant="default" onClick={onClose}>
          Close
        </Button>
      </DialogFooter>
    </>
  )
}
