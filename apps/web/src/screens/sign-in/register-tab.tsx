import { legalVersions } from '@pier/protocol/company/legal'
import { limits } from '@pier/protocol/limits'
import { useState } from 'react'
import { Link } from 'react-router'
import { ApiError, messageOf } from '../../api/client/api-error.ts'
import { call } from '../../api/client/client.ts'
import { saveTokens } from '../../session/tokens.ts'
import { usePage } from '../../shell/page/page-context.tsx'
import { pageTitle } from '../../shell/page/page-title.ts'
import { PasswordPair } from '../../users/password-pair.tsx'
import { BusyButton } from '../../ui/button/busy-button.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { FormAlert } from '../../ui/form/form-alert.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { readEmail, registerChecks } from './sign-in-checks.ts'
import styles from './sign-in.module.css'
import { SignInTabs } from './sign-in-tabs.tsx'
import { useReturn } from './use-return-path.ts'

export const meta = pageTitle('Register')

export default function RegisterTab() {
  const goBack = useReturn()
  const { setLoading } = usePage()
  const [refusal, setRefusal] = useState<string | null>(null)
  const [isKnown, setKnown] = useState(false)

  const form = useForm({
    checks: registerChecks,
    clearMs: limits.loadingClearMs,
    submit: async ({ name, email, password }) => {
      setRefusal(null)
      setKnown(false)
      setLoading(true)
      try {
        const person = { name, email: readEmail(email), password }
        const body = { ...person, terms_version: legalVersions.terms.version }
        saveTokens(await call('POST /users/register', { body }))
        await goBack()
      } catch (error) {
        refuse(error)
      }
      setLoading(false)
    },
  })

  /** What is wrong with a field stands at the field. */
  const refuse = (error: unknown) => {
    const { code, field } = error instanceof ApiError ? error.body : {}
    if (field === 'name' || field === 'email' || field === 'password') {
      return form.mark(field, messageOf(error))
    }
    setRefusal(messageOf(error))
    setKnown(code === 'registration_refused')
  }

  return (
    <>
      <SignInTabs current="/register" />
      <form className={styles.form} {...form.formProps}>
        <TextField
          {...form.field('name')}
          label="Full Name"
          autoComplete="name"
          maxLength={limits.nameLengthMax}
        />
        <TextField {...form.field('email')} label="Email" type="email" autoComplete="username" />
        <PasswordPair field={form.field} />
        <FormAlert message={refusal} />
        {isKnown && (
          <p className={styles.small}>
            If you have an account already, <Link to="/login">log in</Link>. A forgotten password is
            set anew there.
          </p>
        )}
        <BusyButton type={form.submitType} busy={form.busy} size="lg" fullWidth>
          Get Started
        </BusyButton>
        <p className={styles.small}>
          By registering you accept the{' '}
          <a href="/terms" target="_blank" rel="noreferrer">
            terms
          </a>{' '}
          (version {legalVersions.terms.version}) and the{' '}
          <a href="/privacy" target="_blank" rel="noreferrer">
            privacy notice
          </a>
          .
        </p>
        <p className={styles.small}>One account can both borrow and lend.</p>
      </form>
    </>
  )
}
