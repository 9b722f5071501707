import { operatorCall } from '../../../api/operator.ts'
import { ReasonDialog } from '../../../operator/dialogs/reason-dialog.tsx'
import type { DeskUser } from './desk-user.ts'

export type UserDialogProps = { user: DeskUser; opened: boolean; onClose: () => void }

export const OpenDialog = ({ user, ...dialog }: UserDialogProps) => (
  <ReasonDialog
    {...dialog}
    title="Open the restricted parts"
    button="Open"
    done="Opened for this session"
    work={({ reason }) =>
      operatorCall('POST /operator/users/:id/open', { params: { id: user.id }, body: { reason } })
    }
  >
    <p>Address and security log of {user.name}. That you looked is noted, with your reason.</p>
  </ReasonDialog>
)

export const FreezeDialog = ({ user, ...dialog }: UserDialogProps) => (
  <ReasonDialog
    {...dialog}
    title="Freeze account"
    button="Freeze account"
    danger
    done="The account is frozen"
    work={({ reason }) =>
      operatorCall('POST /operator/users/:id/freeze', { params: { id: user.id }, body: { reason } })
    }
  >
    <p>
      Every session of {user.name} ends. They can log in and look, but move no domain and no money
      until one of us lets the account go. They are told by mail.
    </p>
  </ReasonDialog>
)

export const LetGoDialog = ({ user, ...dialog }: UserDialogProps) => (
  <ReasonDialog
    {...dialog}
    title="Let the account go"
    button="Let it go"
    done="The account is open again"
    work={({ reason }) =>
      operatorCall('POST /operator/users/:id/unfreeze', {
        params: { id: user.id },
        body: { reason },
      })
    }
  >
    <p>{user.name} can do everything again, at once. They are told by mail.</p>
  </ReasonDialog>
)
