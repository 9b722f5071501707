import { Textarea } from '@mantine/core'
import { limits } from '@pier/protocol/limits'
import { operatorCall } from '../../../api/operator.ts'
import { ReasonDialog } from '../../../operator/dialogs/reason-dialog.tsx'
import { wrapField } from '../../../ui/form/field-wrap.tsx'
import { SelectField } from '../../../ui/form/select-field.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import type { Case } from './case.ts'

type AskDialogProps = { found: Case; opened: boolean; onClose: () => void }

/** A question to one party. The case waits for the answer until a deadline, then moves on. */
export function AskDialog({ found, opened, onClose }: AskDialogProps) {
  const { answerHoursMin: least, answerHoursMax: most } = limits
  return (
    <ReasonDialog
      title="Ask a party"
      opened={opened}
      onClose={onClose}
      button="Ask"
      done="Question sent"
      startReason="Needed to rule on the case"
      checks={{
        party: () => null,
        question: (question: string) =>
          question.trim().length < 10 ? 'Enter a question of at least 10 characters' : null,
        hours: (hours: string) =>
          Number.isInteger(Number(hours)) && Number(hours) >= least && Number(hours) <= most
            ? null
            : `${least} to ${most} hours`,
      }}
      work={({ party, question, hours, reason }) =>
        operatorCall('POST /operator/cases/:id/questions', {
          params: { id: found.id },
          body: {
            party: party as 'BORROWER' | 'LENDER', // One of the options.
            question: question.trim(),
            hours: Number(hours),
            reason,
          },
        })
      }
    >
      {(field) => (
        <>
          <SelectField
            {...field('party')}
            label="Ask"
            options={[
              { value: 'BORROWER', label: `${found.borrower.name}, borrower` },
              { value: 'LENDER', label: `${found.lender.name}, lender` },
            ]}
          />
          <Textarea
            {...wrapField({
              label: 'Question',
              hint: 'Both sides can read the question and the answer.',
              error: field('question').error,
            })}
            name="question"
            autosize
            minRows={3}
            maxRows={8}
            maxLength={2000}
          />
          <TextField
            {...field('hours')}
            label="Time to answer"
            unitAfter="h"
            inputMode="numeric"
            defaultValue="48"
          />
        </>
      )}
    </ReasonDialog>
  )
}
