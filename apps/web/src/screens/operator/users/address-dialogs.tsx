import { limits } from '@pier/protocol/limits'
import { operatorCall } from '../../../api/operator.ts'
import { ReasonDialog } from '../../../operator/dialogs/reason-dialog.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import type { UserDialogProps } from './freeze-dialogs.tsx'

/** For users who lost access to their mailbox. Whoever still has access can stop it in time. */
export const AddressDialog = ({ user, ...dialog }: UserDialogProps) => (
  <ReasonDialog
    {...dialog}
    title="Change email address"
    button="Change email"
    danger
    done="Email change scheduled"
    checks={{
      email: (email: string) => (/^\S+@\S+\.\S+$/.test(email.trim()) ? null : 'Invalid email'),
    }}
    work={({ email, reason }) =>
      operatorCall('PUT /operator/users/:id/email', {
        params: { id: user.id },
        body: { email: email.trim(), reason },
      })
    }
  >
    {(field) => (
      <>
        <p>
          It takes effect in {limits.emailWaitHours} hours. The old address is notified at once and
          can stop it until then.
        </p>
        <TextField {...field('email')} label="New e-mail address" type="email" maxLength={254} />
      </>
    )}
  </ReasonDialog>
)

export const KeepDialog = ({ user, ...dialog }: UserDialogProps) => (
  <ReasonDialog
    {...dialog}
    title="Keep the old address"
    button="Cancel"
    done="Email change cancelled"
    work={({ reason }) =>
      operatorCall('POST /operator/users/:id/email/keep', {
        params: { id: user.id },
        body: { reason },
      })
    }
  >
    <p>The scheduled change is cancelled, and {user.name} is notified at the old address.</p>
  </ReasonDialog>
)
