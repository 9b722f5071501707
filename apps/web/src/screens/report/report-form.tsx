import { Textarea } from '@mantine/core'
import { limits } from '@pier/protocol/limits'
import { useState } from 'react'
import { messageOf } from '../../api/client/api-error.ts'
import { call } from '../../api/client/client.ts'
import { BusyButton } from '../../ui/button/busy-button.tsx'
import { wrapField } from '../../ui/form/field-wrap.tsx'
import { SelectField } from '../../ui/form/select-field.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { FormAlert } from '../../ui/form/form-alert.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { reportChecks } from './report-checks.ts'
import styles from './report.module.css'

const kinds = [
  { value: 'theft', label: 'Theft: this domain was stolen from me' },
  { value: 'abuse', label: 'Abuse: this domain is used for fraud, phishing or malware' },
]

type ReportFormProps = { domain: string; onSent: (domain: string) => void }

export function ReportForm({ domain: asked, onSent }: ReportFormProps) {
  const [refusal, setRefusal] = useState<string | null>(null)
  const form = useForm({
    checks: reportChecks,
    clearMs: limits.loadingClearMs,
    submit: async ({ kind, domain, contact, statement }) => {
      setRefusal(null)
      const body = {
        kind: kind === 'abuse' ? ('abuse' as const) : ('theft' as const),
        domain: domain.trim(),
        contact: contact.trim(),
        statement: statement.trim(),
      }
      try {
        await call('POST /reports', { body })
        onSent(body.domain)
      } catch (error) {
        setRefusal(messageOf(error))
      }
    },
  })
  return (
    <>
      <h1>Report theft or abuse</h1>
      <p>For a domain listed or held here. No account needed.</p>
      <form className={styles.form} {...form.formProps}>
        <SelectField {...form.field('kind')} label="Reason" options={kinds} />
        <TextField
          {...form.field('domain')}
          label="Domain"
          defaultValue={asked}
          maxLength={253}
          spellCheck={false}
          autoCapitalize="none"
        />
        <TextField
          {...form.field('contact')}
          label="Your email"
          type="email"
          autoComplete="email"
          hint="We reply to this address. Only our operators see it."
          maxLength={254}
        />
        <Textarea
          {...wrapField({
            label: 'What happened and how you know',
            hint: 'When it happened, who held the domain, and which documents you have.',
            error: form.field('statement').error,
          })}
          name="statement"
          autosize
          minRows={6}
          maxRows={16}
          maxLength={4000}
        />
        <FormAlert message={refusal} />
        <BusyButton type={form.submitType} busy={form.busy} size="lg">
          Send report
        </BusyButton>
      </form>
    </>
  )
}
