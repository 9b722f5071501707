import { centsOf, formatMoney } from '@pier/protocol/money'
import { operatorCall } from '../../../api/operator.ts'
import { ReasonDialog } from '../../../operator/dialogs/reason-dialog.tsx'
import { useLast } from '../../../ui/dialog/use-last.ts'
import type { Asked } from './withdrawal-columns.tsx'

const words = {
  approve: {
    title: 'Approve the withdrawal',
    button: 'Approve',
    done: 'Withdrawal approved',
    note: 'It is then paid like a small one. Check first whether this user has disputed payments.',
  },
  refuse: {
    title: 'Refuse the withdrawal',
    button: 'Refuse',
    done: 'Returned to balance',
    note: 'The unpaid part returns to the balance. The user can read your reasons.',
  },
} as const

/** Approves or refuses a withdrawal. */
export function WithdrawalDialog({ asked, onClose }: { asked: Asked | null; onClose: () => void }) {
  const isOurs = asked?.act === 'approve' || asked?.act === 'refuse'
  const shown = useLast(isOurs ? asked : null)
  const act = shown?.act === 'refuse' ? 'refuse' : 'approve'
  const { note, ...texts } = words[act]
  return (
    <ReasonDialog
      {...texts}
      opened={isOurs}
      onClose={onClose}
      danger={act === 'refuse'}
      {...(act === 'refuse' && { readers: 'user' as const })}
      work={({ reason }) =>
        operatorCall(`POST /operator/withdrawals/:id/${act}`, {
          params: { id: shown?.withdrawal.id ?? '' },
          body: { reason },
        })
      }
    >
      {shown && (
        <p>
          {formatMoney(centsOf(shown.withdrawal.left))} to {shown.withdrawal.user.name}.
        </p>
      )}
      <p>{note}</p>
    </ReasonDialog>
  )
}
