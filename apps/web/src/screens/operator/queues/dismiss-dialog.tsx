import type { OperatorQueue } from '@pier/protocol/operators'
import { operatorCall } from '../../../api/operator.ts'
import { ReasonDialog } from '../../../operator/dialogs/reason-dialog.tsx'
import { RowTitle } from '../../../operator/page/row-title.tsx'
import { useLast } from '../../../ui/dialog/use-last.ts'
import type { QueueRow } from './queue-table.tsx'

type DismissDialogProps = { queue: OperatorQueue; row: QueueRow | null; onClose: () => void }

/** For rows that nothing else removes: an operator has looked, and says why that is enough. */
export function DismissDialog({ queue, row, onClose }: DismissDialogProps) {
  const shown = useLast(row)
  if (!shown) return null
  return (
    <ReasonDialog
      title="Remove from queue"
      opened={row !== null}
      onClose={onClose}
      button="Remove"
      done="Removed from queue"
      work={({ reason }) =>
        operatorCall('POST /operator/queues/:queue/:id/dismiss', {
          params: { queue, id: shown.id },
          body: { reason },
        })
      }
    >
      <RowTitle title={shown.title} />
      <p>
        {shown.state}. {shown.detail}
      </p>
    </ReasonDialog>
  )
}
