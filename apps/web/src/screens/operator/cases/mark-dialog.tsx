import { operatorCall } from '../../../api/operator.ts'
import { ReasonDialog } from '../../../operator/dialogs/reason-dialog.tsx'
import { useLast } from '../../../ui/dialog/use-last.ts'
import { SelectField } from '../../../ui/form/select-field.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import type { Exhibit } from './case.ts'

export const weights = {
  decisive: 'Decisive',
  supporting: 'Supporting',
  not_alone: 'Not sufficient alone',
} as const
type Weight = keyof typeof weights

const weightOptions = Object.entries(weights).map(([value, label]) => ({ value, label }))
const goodOptions = [
  { value: 'none', label: 'Not accepted or neutral' },
  { value: 'yes', label: 'Valid' },
  { value: 'no', label: 'Not valid' },
]

type MarkDialogProps = { caseId: string; exhibit: Exhibit | null; onClose: () => void }

/** What an exhibit weighs by the rules of its rail, and what was checked about it. */
export function MarkDialog({ caseId, exhibit, onClose }: MarkDialogProps) {
  const shown = useLast(exhibit)
  if (!shown) return null
  const { number, name, weight, check_note, is_good } = shown
  return (
    <ReasonDialog
      title={`Weigh exhibit ${number}`}
      opened={exhibit !== null}
      onClose={onClose}
      button="Save"
      done={`Exhibit ${number} is weighed`}
      startReason="Weighed by the rules of this payment rail"
      checks={{
        weight: () => null,
        check_note: (note: string) => (note.trim() ? null : 'Enter what you checked'),
        is_good: () => null,
      }}
      work={(values) =>
        operatorCall('PUT /operator/cases/:id/exhibits/:number', {
          params: { id: caseId, number },
          body: {
            weight: values.weight as Weight, // One of the options.
            check_note: values.check_note.trim(),
            is_good: values.is_good === 'none' ? null : values.is_good === 'yes',
            reason: values.reason,
          },
        })
      }
    >
      {(field) => (
        <>
          <p>
            <bdi>{name}</bdi>
          </p>
          <SelectField
            {...field('weight')}
            label="Weight"
            options={weightOptions}
            defaultValue={weight ?? 'supporting'}
          />
          <SelectField
            {...field('is_good')}
            label="Outcome of the check"
            options={goodOptions}
            defaultValue={is_good === null ? 'none' : is_good ? 'yes' : 'no'}
          />
          <TextField
            {...field('check_note')}
            label="What was checked"
            hint="Example: payee matches payment details"
            maxLength={200}
            defaultValue={check_note ?? ''}
          />
        </>
      )}
    </ReasonDialog>
  )
}
