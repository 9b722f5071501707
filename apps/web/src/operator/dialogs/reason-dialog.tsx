import { Button, Textarea } from '@mantine/core'
import { limits } from '@pier/protocol/limits'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { ApiError, messageOf } from '../../api/client/api-error.ts'
import { reloadOperator } from '../../api/operator.ts'
import { BusyButton } from '../../ui/button/busy-button.tsx'
import { Dialog, DialogBody, DialogFooter } from '../../ui/dialog/dialog.tsx'
import { wrapField } from '../../ui/form/field-wrap.tsx'
import { FormAlert } from '../../ui/form/form-alert.tsx'
import { type Checks, useForm, type Values } from '../../ui/form/use-form.ts'
import { usePage } from '../../shell/page/page-context.tsx'
import { CodeField } from './code-field.tsx'

type Given = 'reason' | 'code'
type FieldState = { name: string; error?: string | undefined }

export type ReasonDialogProps<Name extends string> = {
  title: string
  opened: boolean
  onClose: () => void
  /** The label of the button. */
  button: string
  danger?: boolean
  /** What the green banner says afterwards. */
  done: string
  work: (values: Values<Name | Given>) => Promise<unknown>
  /** For an approval: a fresh code from the app is required. */
  withCode?: boolean
  /** The parties read the reason, so it is longer. Otherwise only the audit log has it. */
  forParties?: boolean
  /** Like forParties, for other readers: one user, or whoever looks at a version later. */
  readers?: 'user' | 'record'
  /** False where it was written before, outside of the dialog. */
  withReason?: boolean
  startReason?: string
  /** Fields of its own, above the reason, and their checks. */
  checks?: Checks<Name>
  children?: ReactNode | ((field: (name: Name) => FieldState) => ReactNode)
}

/**
 * Nearly every change by an operator uses this: what is done, why, and for an approval the code.
 */
export function ReasonDialog<Name extends string = never>(dialog: ReasonDialogProps<Name>) {
  const { title, opened, onClose } = dialog
  return (
    <Dialog title={title} opened={opened} onClose={onClose}>
      <ReasonForm {...dialog} />
    </Dialog>
  )
}

function ReasonForm<Name extends string>(dialog: ReasonDialogProps<Name>) {
  const { withCode = false, withReason = true, children, onClose } = dialog
  const { label, hint, least } = textOf(dialog)
  const form = useReasonForm(dialog)
  return (
    <form {...form.formProps}>
      <DialogBody>
        {typeof children === 'function' ? children(form.field) : children}
        {withReason && (
          <Textarea
            {...wrapField({
              label,
              hint,
              error: form.field('reason').error,
            })}
            name="reason"
            autosize
            minRows={3}
            maxRows={8}
            maxLength={least > shortest ? limits.statementLengthMax : 1000}
            defaultValue={dialog.startReason}
          />
        )}
        {withCode && <CodeField {...form.field('code')} />}
        <FormAlert message={form.refusal} />
      </DialogBody>
      <DialogFooter>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <BusyButton
          type={form.submitType}
          variant={dialog.danger ? 'danger' : 'filled'}
          busy={form.busy}
        >
          {dialog.button}
        </BusyButton>
      </DialogFooter>
    </form>
  )
}

const shortest = 10
const longer = 20
const readerText = {
  parties: { label: 'Reasons, shown to both parties', hint: 'Both parties can read this.' },
  user: { label: 'Reasons, shown to the user', hint: 'The user can read this.' },
  record: { label: 'Reason', hint: 'Kept permanently with the change.' },
} as const

/** Who reads the reason, and so its label, hint and minimum length. */
function textOf({ forParties, readers }: Pick<ReasonDialogProps<never>, 'forParties' | 'readers'>) {
  const who = forParties ? 'parties' : readers
  return who
    ? { ...readerText[who], least: longer }
    : { label: 'Reason', hint: 'Recorded in the audit log.', least: shortest }
}

function useReasonForm<Name extends string>(dialog: ReasonDialogProps<Name>) {
  const { withCode = false, withReason = true, work, done, onClose } = dialog
  const [refusal, setRefusal] = useState<string | null>(null)
  const queries = useQueryClient()
  const { setSuccess } = usePage()
  const { least } = textOf(dialog)
  const checks = {
    ...dialog.checks,
    reason: (reason: string) =>
      withReason && reason.trim().length < least
        ? `Enter a reason of at least ${least} characters`
        : null,
    code: (code: string) => (withCode && !/^\d{6}$/.test(code) ? 'Six digits from your app' : null),
  } as Checks<Name | Given> // A spread over a type parameter loses its names.
  const names = Object.keys(checks) as (Name | Given)[] // Object.keys returns string[].
  const form = useForm({
    checks,
    clearMs: limits.loadingClearMs,
    submit: async (values) => {
      setRefusal(null)
      try {
        await work(values)
        setSuccess(done)
        onClose()
      } catch (error) {
        const field = error instanceof ApiError ? error.body.field : undefined
        const name = names.find((known) => known === field)
        if (name) form.mark(name, messageOf(error))
        else setRefusal(messageOf(error))
      } finally {
        void reloadOperator(queries)
      }
    },
  })
  return { ...form, refusal }
}
