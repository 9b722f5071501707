import { centsOf, formatMoney } from '@pier/protocol/money'
import { operatorCall } from '../../../api/operator.ts'
import { ReasonDialog } from '../../../operator/dialogs/reason-dialog.tsx'
import { useLast } from '../../../ui/dialog/use-last.ts'
import type { Asked } from './withdrawal-columns.tsx'

const words = {
  approve: {
    title: 'Approve the withdrawal',
    button: 'Approve',
    done: 'The withdrawal goes on',
    note: 'It goes on as a small one does. Look first whether money of this user is disputed.',
  },
  refuse: {
    title: 'Refuse the withdrawal',
    button: 'Refuse',
    done: 'It is on the balance again',
    note: 'What is not paid yet goes back to the balance. The user reads your reasons.',
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
