import { Textarea } from '@mantine/core'
import { type ContactTopic, contactTopics } from '@pier/protocol/labels'
import { limits } from '@pier/protocol/limits'
import { useEffect, useRef, useState } from 'react'
import { messageOf } from '../../api/client/api-error.ts'
import { call, findSelf } from '../../api/client/client.ts'
import { BusyButton } from '../../ui/button/busy-button.tsx'
import { wrapField } from '../../ui/form/field-wrap.tsx'
import { SelectField } from '../../ui/form/select-field.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { FormAlert } from '../../ui/form/form-alert.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { contactChecks } from './contact-checks.ts'
import styles from './contact.module.css'

const topics = Object.entries(contactTopics).map(([value, label]) => ({ value, label }))
const isTopic = (value: string): value is ContactTopic => Object.hasOwn(contactTopics, value)

type ContactFormProps = {
  topic: string
  /** What the message begins with, before anybody has typed. */
  start: string
  onSent: (email: string) => void
}

export function ContactForm({ topic: asked, start, onSent }: ContactFormProps) {
  const [refusal, setRefusal] = useState<string | null>(null)
  const fields = useOwnData()
  const form = useForm({
    checks: contactChecks(start),
    clearMs: limits.loadingClearMs,
    submit: async ({ name, email, topic, message, website }) => {
      setRefusal(null)
      const body = {
        name: name.trim(),
        email: email.trim(),
        topic: isTopic(topic) ? topic : ('other' as const),
        message: message.trim(),
        website,
      }
      try {
        await call('POST /contact', { body })
        onSent(body.email)
      } catch (error) {
        setRefusal(messageOf(error))
      }
    },
  })
  return (
    <form className={styles.form} {...form.formProps}>
      <div ref={fields} className={styles.own}>
        <TextField
          {...form.field('name')}
          label="Your name"
          autoComplete="name"
          maxLength={limits.nameLengthMax}
        />
        <TextField
          {...form.field('email')}
          label="Your email"
          type="email"
          autoComplete="email"
          hint="We answer there. Nobody but our operators reads it."
          maxLength={limits.emailLengthMax}
        />
      </div>
      <SelectField
        {...form.field('topic')}
        label="What it is about"
        options={topics}
        defaultValue={isTopic(asked) ? asked : 'borrowing'}
      />
      <Textarea
        {...wrapField({
          label: 'Your message',
          hint: 'Name the domain or the loan if it is about one. Never send a password or a code.',
          error: form.field('message').error,
        })}
        name="message"
        defaultValue={start}
        onFocus={({ currentTarget: field }) => {
          if (field.value === start) field.setSelectionRange(start.length, start.length)
        }}
        autosize
        minRows={6}
        maxRows={16}
        maxLength={4000}
      />
      <input name="website" className={styles.trap} tabIndex={-1} aria-hidden autoComplete="off" />
      <FormAlert message={refusal} />
      <BusyButton type={form.submitType} busy={form.busy} size="lg">
        Send message
      </BusyButton>
    </form>
  )
}

/** Whoever is logged in finds name and address filled in, but for what they have typed by then. */
function useOwnData() {
  const fields = useRef<HTMLDivElement>(null)
  useEffect(() => {
    void findSelf().then((self) => {
      for (const name of ['name', 'email'] as const) {
        const field = fields.current?.querySelector<HTMLInputElement>(`[name="${name}"]`)
        if (self && field && !field.value) field.value = self[name]
      }
    })
  }, [])
  return fields
}
