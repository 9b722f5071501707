import { Button } from '@mantine/core'
import type { ErrorBody } from '@pier/protocol/errors'
import { limits } from '@pier/protocol/limits'
import { useState } from 'react'
import { messageOf } from '../../api/client/api-error.ts'
import { call } from '../../api/client/client.ts'
import { BusyButton } from '../../ui/button/busy-button.tsx'
import { Dialog, DialogBody, DialogFooter } from '../../ui/dialog/dialog.tsx'
import { PasswordField } from '../../ui/form/password-field.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { FormAlert } from '../../ui/form/form-alert.tsx'
import { useForm } from '../../ui/form/use-form.ts'

export type StepUpRequest = {
  /** What is being confirmed, in a text the user will recognise. */
  what: string
  action: string
  object: string
  methods: NonNullable<ErrorBody['methods']>
}

type StepUpDialogProps = { request: StepUpRequest | null; onClose: (confirmed: boolean) => void }

export function StepUpDialog({ request, onClose }: StepUpDialogProps) {
  return (
    <Dialog
      title="Confirm that it is you"
      opened={request !== null}
      onClose={() => onClose(false)}
      onTop
    >
      {request && <StepUpForm request={request} onClose={onClose} />}
    </Dialog>
  )
}

function StepUpForm({
  request,
  onClose,
}: { request: StepUpRequest } & Omit<StepUpDialogProps, 'request'>) {
  const { what, action, object, methods } = request
  const byCode = methods.some((method) => method !== 'password')
  const missing = byCode ? 'Invalid MFA code' : 'Invalid password'
  const [refusal, setRefusal] = useState<string | null>(null)

  const form = useForm({
    checks: { proof: (proof: string) => (proof ? null : missing) },
    clearMs: limits.loadingClearMs,
    submit: async ({ proof }) => {
      setRefusal(null)
      const body = { action, object, ...(byCode ? { mfa: proof } : { password: proof }) }
      try {
        await call('POST /users/step-up', { body })
        onClose(true)
      } catch (error) {
        setRefusal(messageOf(error))
      }
    },
  })

  return (
    <form {...form.formProps}>
      <DialogBody>
        <p>
          You are about to confirm: <strong>{what}</strong>.
        </p>
        <ProofField {...form.field('proof')} byCode={byCode} />
        <FormAlert message={refusal} />
      </DialogBody>
      <DialogFooter>
        <Button variant="default" onClick={() => onClose(false)}>
          Cancel
        </Button>
        <BusyButton type="submit" busy={form.busy}>
          Confirm
        </BusyButton>
      </DialogFooter>
    </form>
  )
}

type ProofFieldProps = { name: string; error?: string | undefined; byCode: boolean }

const ProofField = ({ byCode, ...field }: ProofFieldProps) =>
  byCode ? (
    <TextField
      {...field}
      label="MFA code"
      code
      hint="Six digits from your authenticator, or a recovery code."
      maxLength={limits.mfaCodeLength}
      autoComplete="one-time-code"
      autoCapitalize="characters"
      spellCheck={false}
    />
  ) : (
    <PasswordField {...field} label="Password" autoComplete="current-password" />
  )
