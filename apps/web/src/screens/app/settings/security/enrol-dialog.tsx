import { Button } from '@mantine/core'
import { limits } from '@pier/protocol/limits'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { messageOf } from '../../../../api/client/api-error.ts'
import { call } from '../../../../api/client/client.ts'
import { userKeys } from '../../../../api/users.ts'
import { BusyButton } from '../../../../ui/button/busy-button.tsx'
import { Dialog, DialogBody, DialogFooter } from '../../../../ui/dialog/dialog.tsx'
import { TextField } from '../../../../ui/form/text-field.tsx'
import { FormAlert } from '../../../../ui/form/form-alert.tsx'
import { QrCode } from '../../../../ui/display/qr-code.tsx'
import { useForm } from '../../../../ui/form/use-form.ts'
import styles from './mfa-dialogs.module.css'

export type Enrolment = { secret: string; uri: string }

type EnrolDialogProps = {
  enrolment: Enrolment | null
  onClose: () => void
  onCodes: (recoveryCodes: string[]) => void
}

export function EnrolDialog({ enrolment, onClose, onCodes }: EnrolDialogProps) {
  return (
    <Dialog title="Turn on two-step login" opened={enrolment !== null} onClose={onClose}>
      {enrolment && <EnrolForm enrolment={enrolment} onClose={onClose} onCodes={onCodes} />}
    </Dialog>
  )
}

function EnrolForm({ enrolment, onClose, onCodes }: EnrolDialogProps & { enrolment: Enrolment }) {
  const queries = useQueryClient()
  const [refusal, setRefusal] = useState<string | null>(null)

  const form = useForm({
    checks: { mfa: (code: string) => (code ? null : 'Invalid MFA code') },
    clearMs: limits.loadingClearMs,
    submit: async ({ mfa }) => {
      setRefusal(null)
      try {
        const { recoveryCodes } = await call('POST /users/mfa/confirm', { body: { mfa } })
        onCodes(recoveryCodes)
        await queries.invalidateQueries({ queryKey: userKeys.self })
      } catch (error) {
        setRefusal(messageOf(error))
      }
    },
  })

  return (
    <form {...form.formProps}>
      <DialogBody>
        <p className={styles.text}>
          Scan this with an authenticator app, or type the secret. Then enter the code it shows.
        </p>
        <div className={styles.secret}>
          <QrCode text={enrolment.uri} label="Code for the authenticator app" />
          <code>{enrolment.secret.replace(/(.{4})(?=.)/g, '$1 ')}</code>
        </div>
        <TextField
          {...form.field('mfa')}
          label="MFA code"
          code
          hint="Six digits from your authenticator."
          maxLength={limits.mfaCodeLength}
          inputMode="numeric"
          autoComplete="one-time-code"
        />
        <FormAlert message={refusal} />
      </DialogBody>
      <DialogFooter>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <BusyButton type="submit" busy={form.busy}>
          Turn on
        </BusyButton>
      </DialogFooter>
    </form>
  )
}
