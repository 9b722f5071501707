import { Textarea } from '@mantine/core'
import { limits } from '@pier/protocol/limits'
import { call } from '../../../../api/client/client.ts'
import type { Loan } from '../../../../api/loans/loans.ts'
import { BusyButton } from '../../../../ui/button/busy-button.tsx'
import { wrapField } from '../../../../ui/form/field-wrap.tsx'
import { FormAlert } from '../../../../ui/form/form-alert.tsx'
import styles from '../layout/loan-parts.module.css'
import { useCaseForm } from './use-case-form.ts'

const needed = (text: string) => (text.trim() ? null : 'Enter a text first')

/** A statement of what happened, or a reply to the other party's. */
export function StateForm({ loan, kind }: { loan: Loan; kind: 'statement' | 'reply' }) {
  const isReply = kind === 'reply'
  const form = useCaseForm(loan, {
    checks: { text: needed },
    what: isReply ? 'Answer the other side' : 'Say what happened',
    work: ({ text }) =>
      call('POST /escrow/:id/case/statements', {
        params: { id: loan.id },
        body: { kind, text: text.trim() },
      }),
    done: isReply ? 'Reply added to the case file' : 'Statement added to the case file',
  })
  return (
    <CaseForm
      form={form}
      label={isReply ? 'Your reply' : 'What happened, in your words'}
      hint="You can send this once and cannot change it. The other side and the operators read it."
      button={isReply ? 'Send reply' : 'Send statement'}
    />
  )
}

export function AnswerForm({ loan, questionId }: { loan: Loan; questionId: string }) {
  const form = useCaseForm(loan, {
    checks: { text: needed },
    what: 'Answer the operators',
    work: ({ text }) =>
      call('POST /escrow/:id/case/questions/:question', {
        params: { id: loan.id, question: questionId },
        body: { text: text.trim() },
      }),
    done: 'Answer added to the case file',
  })
  return (
    <CaseForm
      form={form}
      label="Your answer"
      hint="You can send this once and cannot change it. The other side reads it too."
      button="Send answer"
    />
  )
}

type CaseFormProps = {
  form: ReturnType<typeof useCaseForm<'text'>>
  label: string
  hint: string
  button: string
}

const CaseForm = ({ form, label, hint, button }: CaseFormProps) => (
  <form {...form.formProps} className={styles.lines}>
    <Textarea
      {...wrapField({ label, hint, error: form.field('text').error })}
      name="text"
      autosize
      minRows={3}
      maxRows={10}
      maxLength={limits.statementLengthMax}
    />
    <FormAlert message={form.refusal} />
    <BusyButton type={form.submitType} variant="default" busy={form.busy} className={styles.start}>
      {button}
    </BusyButton>
  </form>
)
