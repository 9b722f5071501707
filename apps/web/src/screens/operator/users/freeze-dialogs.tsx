import { operatorCall } from '../../../api/operator.ts'
import { ReasonDialog } from '../../../operator/dialogs/reason-dialog.tsx'
import type { DeskUser } from './desk-user.ts'

export type UserDialogProps = { user: DeskUser; opened: boolean; onClose: () => void }

export const OpenDialog = ({ user, ...dialog }: UserDialogProps) => (
  <ReasonDialog
    {...dialog}
    title="Open restricted data"
    button="Open"
    done="Opened for this session"
    work={({ reason }) =>
      operatorCall('POST /operator/users/:id/open', { params: { id: user.id }, body: { reason } })
    }
  >
    <p>Address and security log of {user.name}. Your access is logged with your reason.</p>
  </ReasonDialog>
)

export const FreezeDialog = ({ user, ...dialog }: UserDialogProps) => (
  <ReasonDialog
    {...dialog}
    title="Freeze account"
    button="Freeze account"
    danger
    done="Account frozen"
    work={({ reason }) =>
      operatorCall('POST /operator/users/:id/freeze', { params: { id: user.id }, body: { reason } })
    }
  >
    <p>
      All sessions of {user.name} end. They can log in and view, but not move domains or money until
      we unfreeze it. They are notified by email.
    </p>
  </ReasonDialog>
)

export const LetGoDialog = ({ user, ...dialog }: UserDialogProps) => (
  <ReasonDialog
    {...dialog}
    title="Unfreeze the account"
    button="Unfreeze account"
    done="Account unfrozen"
    work={({ reason }) =>
      operatorCall('POST /operator/users/:id/unfreeze', {
        params: { id: user.id },
        body: { reason },
      })
    }
  >
    <p>{user.name} can use the account again at once. They are notified by email.</p>
  </ReasonDialog>
)
