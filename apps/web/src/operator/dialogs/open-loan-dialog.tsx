import { operatorCall } from '../../api/operator.ts'
import { ReasonDialog } from './reason-dialog.tsx'

type OpenLoanDialogProps = {
  loan: { id: string; code: string }
  opened: boolean
  onClose: () => void
}

/** Reading the messages of the two parties asks for a reason, which is logged. */
export const OpenLoanDialog = ({ loan, ...dialog }: OpenLoanDialogProps) => (
  <ReasonDialog
    {...dialog}
    title="Open restricted data"
    button="Open"
    done="Opened for this session"
    work={({ reason }) =>
      operatorCall('POST /operator/loans/:id/open', { params: { id: loan.id }, body: { reason } })
    }
  >
    <p>Chat, files and addresses of {loan.code}. Your access is logged with your reason.</p>
  </ReasonDialog>
)
