import type { OperatorQueue } from '@pier/protocol/operators'
import { operatorCall } from '../../../api/operator.ts'
import { useDuty } from '../../../operator/page/duty-context.tsx'
import { ReasonDialog } from '../../../operator/dialogs/reason-dialog.tsx'
import { RowTitle } from '../../../operator/page/row-title.tsx'
import { useLast } from '../../../ui/dialog/use-last.ts'
import type { QueueRow } from './queue-table.tsx'

type AssignDialogProps = { queue: OperatorQueue; row: QueueRow | null; onClose: () => void }

/** Takes over a row, also from somebody else, or releases one's own. */
export function AssignDialog({ queue, row, onClose }: AssignDialogProps) {
  const { id: ownId } = useDuty()
  const shown = useLast(row)
  if (!shown) return null
  const holder = shown.assigned_to
  const isMine = holder?.id === ownId
  const operatorId = isMine ? null : ownId
  return (
    <ReasonDialog
      title={isMine ? 'Release this task' : 'Claim this task'}
      opened={row !== null}
      onClose={onClose}
      button={isMine ? 'Release' : 'Claim'}
      done={isMine ? 'Task released' : 'Task claimed'}
      startReason={isMine ? 'I cannot continue this now' : 'I am working on it'}
      work={({ reason }) =>
        operatorCall('PUT /operator/queues/:queue/:id', {
          params: { queue, id: shown.id },
          body: { operator_id: operatorId, reason },
        })
      }
    >
      <RowTitle title={shown.title} />
      {holder && !isMine && <p>{holder.name} is working on it and will be removed.</p>}
    </ReasonDialog>
  )
}
