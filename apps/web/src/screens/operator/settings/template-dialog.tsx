import { Button, Textarea } from '@mantine/core'
import { disputeReasons, type DisputeReason } from '@pier/protocol/loans/disputes'
import { limits } from '@pier/protocol/limits'
import type { SettingValue } from '@pier/protocol/settings'
import { reasonText } from '../../../operator/settings/setting-changes.ts'
import { useLast } from '../../../ui/dialog/use-last.ts'
import { rulingText } from '../../../text/ruling-text.ts'
import { Dialog, DialogBody, DialogFooter } from '../../../ui/dialog/dialog.tsx'
import { wrapField } from '../../../ui/form/field-wrap.tsx'
import { SelectField } from '../../../ui/form/select-field.tsx'
import { useForm } from '../../../ui/form/use-form.ts'

export type Template = SettingValue<'templates'>[number]

type TemplateDialogProps = {
  asked: { template: Template | null } | null
  onPut: (before: Template | null, template: Template) => void
  onClose: () => void
}

// Object.keys returns string[].
const reasons = Object.keys(disputeReasons) as DisputeReason[]
const outcomes = Object.keys(rulingText) as Template['outcome'][]
const textMin = 20
const textMax = 4000

/** One template. It stays a draft until all of them are set. */
export function TemplateDialog({ asked, onPut, onClose }: TemplateDialogProps) {
  const template = useLast(asked)?.template ?? null
  return (
    <Dialog
      title={template ? 'Change the template' : 'Add a template'}
      opened={asked !== null}
      onClose={onClose}
      size={640}
    >
      <TemplateForm template={template} onPut={onPut} onClose={onClose} />
    </Dialog>
  )
}

type TemplateFormProps = Omit<TemplateDialogProps, 'asked'> & { template: Template | null }

function TemplateForm({ template, onPut, onClose }: TemplateFormProps) {
  const form = useForm({
    clearMs: limits.loadingClearMs,
    checks: {
      reason: () => null,
      outcome: () => null,
      text: (text: string) =>
        text.trim().length < textMin ? `Enter a text of at least ${textMin} characters` : null,
    },
    submit: async ({ reason, outcome, text }) => {
      onPut(template, {
        reason: (reason || null) as DisputeReason | null, // One of the options, and so is the next.
        outcome: outcome as Template['outcome'],
        text: text.trim(),
      })
      onClose()
    },
  })
  return (
    <form {...form.formProps}>
      <DialogBody>
        <SelectField
          {...form.field('reason')}
          label="Dispute about"
          options={[
            { value: '', label: reasonText(null) },
            ...reasons.map((reason) => ({ value: reason, label: reasonText(reason) })),
          ]}
          defaultValue={template?.reason ?? ''}
        />
        <SelectField
          {...form.field('outcome')}
          label="Ruling"
          options={outcomes.map((each) => ({ value: each, label: rulingText[each] }))}
          defaultValue={template?.outcome}
        />
        <Textarea
          {...wrapField({
            label: 'Text',
            hint: 'Text in square brackets is filled in by the proposer.',
            error: form.field('text').error,
          })}
          name="text"
          autosize
          minRows={6}
          maxRows={14}
          maxLength={textMax}
          defaultValue={template?.text}
        />
      </DialogBody>
      <DialogFooter>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button type={form.submitType}>Add to draft</Button>
      </DialogFooter>
    </form>
  )
}
