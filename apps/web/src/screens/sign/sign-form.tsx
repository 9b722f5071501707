import { Button, Checkbox } from '@mantine/core'
import { limits } from '@pier/protocol/limits'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError, messageOf } from '../../api/client/api-error.ts'
import { showToSign, type ToSign } from '../../api/loans/agreements.ts'
import { call } from '../../api/client/client.ts'
import { reloadLoans } from '../../api/loans/loans.ts'
import { CancelDialog } from '../../loans/cancel-dialog.tsx'
import { yourMove } from '../../loans/next-action/move-button.ts'
import { useStepUp } from '../../shell/action/step-up-provider.tsx'
import { BusyButton } from '../../ui/button/busy-button.tsx'
import { FieldError } from '../../ui/form/field-wrap.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { FormAlert } from '../../ui/form/form-alert.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import styles from './sign-screen.module.css'

type SignFormProps = {
  toSign: ToSign
  token: string
  /** The hash of the document on screen; undefined while it loads. */
  sha256: string | undefined
  onDeclined: () => void
}

export function SignForm({ toSign, token, sha256, onDeclined }: SignFormProps) {
  const [declines, setDeclines] = useState(false)
  const { refusal, ...form } = useSigning({ toSign, token, sha256 })
  const isReady = sha256 === toSign.sha256
  return (
    <section aria-labelledby="sign" className={styles.card}>
      <h2 id="sign">Your signature</h2>
      <div className={styles.consent}>
        <h3>Signing in electronic form</h3>
        {toSign.consent.paragraphs.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
      </div>
      <form {...form.formProps} className={styles.form}>
        <Tick
          {...form.field('consent')}
          onChange={() => form.mark('consent', null)}
          label="I agree to sign in electronic form"
          disabled={!isReady}
        />
        <Tick
          {...form.field('agreed')}
          onChange={() => form.mark('agreed', null)}
          label="I have read the agreement and agree to it"
          disabled={!isReady}
        />
        {!sha256 && <p className={styles.note}>You can tick both once the agreement has loaded.</p>}
        <TextField
          {...form.field('name')}
          label="Full name"
          hint={`As written in the agreement: ${toSign.name}`}
          autoComplete="name"
          maxLength={limits.nameLengthMax}
        />
        <FormAlert message={refusal} />
        <p className={styles.note}>
          By signing you also accept the <a href="/terms">terms</a> (version {toSign.terms_version}
          ).
        </p>
        <BusyButton
          type="submit"
          size="lg"
          vars={yourMove}
          busy={form.busy}
          disabled={!isReady}
          fullWidth
        >
          Sign agreement
        </BusyButton>
        <Button variant="danger" fullWidth onClick={() => setDeclines(true)}>
          Decline
        </Button>
      </form>
      <CancelDialog
        loan={{ id: toSign.escrow_id, domain: toSign.domain }}
        opened={declines}
        onClose={() => setDeclines(false)}
        onCancelled={onDeclined}
      />
    </section>
  )
}

function useSigning({ toSign, token, sha256 }: Omit<SignFormProps, 'onDeclined'>) {
  const confirm = useStepUp()
  const queries = useQueryClient()
  const [refusal, setRefusal] = useState<string | null>(null)

  const refuse = (error: unknown) => {
    if (error instanceof ApiError && error.body.field === 'name')
      form.mark('name', messageOf(error))
    else setRefusal(messageOf(error))
    void reloadLoans(queries)
  }
  const form = useForm({
    checks: {
      consent: (ticked) => (ticked ? null : 'Required to sign here'),
      agreed: (ticked) => (ticked ? null : 'Required to sign'),
      name: (name) => (name.trim() ? null : 'Invalid name'),
    },
    clearMs: limits.loadingClearMs,
    submit: async ({ name }) => {
      if (!sha256) return
      setRefusal(null)
      const body = {
        document_sha256: sha256,
        name,
        consent_version: toSign.consent.version,
        agreed: true as const,
        terms_version: toSign.terms_version,
      }
      const sign = () => call('POST /agreements/:token/sign', { params: { token }, body })
      await confirm(`Sign the agreement about ${toSign.domain}`, sign).then((signed) => {
        if (signed) showToSign(queries, token, signed)
      }, refuse)
    },
  })
  return { ...form, refusal }
}

type TickProps = {
  name: string
  label: string
  error?: string | undefined
  disabled: boolean
  onChange: () => void
}

const Tick = ({ error, ...box }: TickProps) => (
  <Checkbox
    {...box}
    error={error && <FieldError text={error} />}
    classNames={{ body: styles.tick, input: styles.box, error: styles.tickError }}
  />
)
