import { Button, Textarea } from '@mantine/core'
import { limits } from '@pier/protocol/limits'
import { isNamed } from '@pier/protocol/operators'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError, messageOf } from '../../../api/client/api-error.ts'
import { operatorCall, reloadOperator } from '../../../api/operator.ts'
import { CodeField } from '../../../operator/dialogs/code-field.tsx'
import { confirmText, decisionStateText } from '../../../operator/approvals/decision-text.ts'
import { useDuty, useMay } from '../../../operator/page/duty-context.tsx'
import { DeclineDialog, ApprovalSteps } from '../../../operator/approvals/approval-steps.tsx'
import { TimeText } from '../../../text/time-text.tsx'
import { usePage } from '../../../shell/page/page-context.tsx'
import { BusyButton } from '../../../ui/button/busy-button.tsx'
import { wrapField } from '../../../ui/form/field-wrap.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import { FormAlert } from '../../../ui/form/form-alert.tsx'
import { useForm } from '../../../ui/form/use-form.ts'
import type { DecisionFile } from './decision-file.ts'
import { OpenFileButton } from './open-file-button.tsx'
import styles from './decision.module.css'

/** What confirming does, both steps, and the buttons for an operator who may approve it. */
export function DecisionPanel({ file }: { file: DecisionFile }) {
  const { decision, loan } = file
  const { id } = useDuty()
  const [declining, setDeclining] = useState(false)
  const mayDecline = useMay('POST /operator/decisions/:id/decline')
  const isOwn = decision.proposed_by.id === id
  const isOpen = decision.state === 'proposed'
  return (
    <>
      <h2>{isOpen ? 'Your decision' : decisionStateText[decision.state]}</h2>
      {isOpen && <p className={styles.quiet}>{effectText(file)}</p>}
      <ApprovalSteps decision={decision} />
      {isOpen && decision.can_confirm && <ConfirmForm file={file} />}
      {isOpen && !decision.can_confirm && decision.why_not && (
        <p className={styles.quiet}>{decision.why_not}</p>
      )}
      {isOpen && mayDecline && (isOwn || decision.can_confirm) && (
        <Button variant="default" h={44} fullWidth onClick={() => setDeclining(true)}>
          {isOwn ? 'Withdraw proposal' : 'Decline'}
        </Button>
      )}
      <Decided decision={decision} />
      {loan && <OpenFileButton loan={loan} />}
      <DeclineDialog
        decision={decision}
        isOwn={isOwn}
        opened={declining}
        onClose={() => setDeclining(false)}
      />
    </>
  )
}

/** The outcome, as the operator or the appealing party wrote it. */
function Decided({ decision }: Pick<DecisionFile, 'decision'>) {
  const { state, decided_note, takes_effect_at, appeal, appealed_by } = decision
  return (
    <>
      {decided_note && <p className={styles.said}>{decided_note}</p>}
      {state === 'announced' && takes_effect_at && (
        <p className={styles.quiet}>
          Both sides are notified. It takes effect <TimeText at={takes_effect_at} withTime />,
          unless one of them appeals.
        </p>
      )}
      {appeal && (
        <p className={styles.said}>
          Appealed by the {appealed_by === 'BORROWER' ? 'borrower' : 'lender'}: {appeal}
        </p>
      )}
    </>
  )
}

const atOnce = 'If you approve, it takes effect at once. Both names are recorded permanently.'

function effectText({ decision, loan }: DecisionFile): string {
  const { kind, terms, subject, appeal_of } = decision
  if (kind === 'liftHold') {
    return terms['ownerId']
      ? `If you confirm, the hold ends and ${subject} goes to whom the order names.`
      : `If you confirm, the hold ends${loan ? ' and the loan goes on' : ''}.`
  }
  if (!loan) return atOnce
  const name = loan.unicode
  if (kind === 'seize') {
    return `If you confirm, ${name} goes to ${loan.lender.name}. It cannot be undone by us.`
  }
  if (kind === 'seizeForPlatform') {
    return `If you confirm, ${name} is taken from both sides. It cannot be undone by us.`
  }
  if (kind === 'rule') {
    return appeal_of
      ? 'If you approve, both sides are notified and it takes effect at once. No further appeal is possible.'
      : `If you approve, both sides are notified at once and have ${limits.appealDays} days to appeal.`
  }
  return atOnce
}

function ConfirmForm({ file: { decision, loan } }: { file: DecisionFile }) {
  const typedName = isNamed(decision) ? (loan?.unicode ?? decision.subject) : null
  const form = useConfirmForm(decision.id, typedName)
  const unmet = loan?.checks.filter(({ is_met }) => !is_met).length ?? 0
  const button = `Confirm ${confirmText[decision.kind]}`
  return (
    <form {...form.formProps} className={styles.form}>
      {unmet > 0 && (
        <p className={styles.unmet}>
          <IconAlertTriangle size={20} aria-hidden="true" />
          <span>
            <strong>
              {unmet} {unmet === 1 ? 'check is' : 'checks are'} unmet.
            </strong>{' '}
            Explain in your reason why you approve anyway, or decline.
          </span>
        </p>
      )}
      <Textarea
        {...wrapField({
          label: loan ? 'Your reason, shown to both parties' : 'Your reason',
          hint: `At least ${limits.keyReasonLengthMin} characters. It is kept with the decision.`,
          error: form.field('reason').error,
        })}
        name="reason"
        placeholder="What you checked, and why it is enough."
        autosize
        minRows={4}
        maxRows={10}
        maxLength={1000}
      />
      {typedName && (
        <TextField
          {...form.field('name')}
          label="Type the name"
          placeholder={typedName}
          autoComplete="off"
          maxLength={253}
        />
      )}
      <CodeField {...form.field('code')} />
      <FormAlert message={form.refusal} />
      <BusyButton type={form.submitType} busy={form.busy} h={44} fullWidth>
        {button}
      </BusyButton>
    </form>
  )
}

type Field = 'reason' | 'name' | 'code'
const isField = (field: string | undefined): field is Field =>
  field === 'reason' || field === 'name' || field === 'code'

function useConfirmForm(id: string, typedName: string | null) {
  const [refusal, setRefusal] = useState<string | null>(null)
  const queries = useQueryClient()
  const { setSuccess } = usePage()
  const form = useForm<Field>({
    checks: {
      reason: (reason) =>
        reason.trim().length < limits.keyReasonLengthMin
          ? `Enter what you checked, in at least ${limits.keyReasonLengthMin} characters`
          : null,
      name: (name) =>
        typedName && name.trim().toLowerCase() !== typedName ? `Type ${typedName}` : null,
      code: (code) => (/^\d{6}$/.test(code) ? null : 'Six digits from your app'),
    },
    clearMs: limits.loadingClearMs,
    submit: async ({ reason, name, code }) => {
      setRefusal(null)
      try {
        await operatorCall('POST /operator/decisions/:id/confirm', {
          params: { id },
          body: { reason, code, ...(typedName && { name: name.trim() }) },
        })
        setSuccess('Decision approved')
      } catch (error) {
        const field = error instanceof ApiError ? error.body.field : undefined
        if (isField(field)) form.mark(field, messageOf(error))
        else setRefusal(messageOf(error))
      } finally {
        void reloadOperator(queries)
      }
    },
  })
  return { ...form, refusal }
}
