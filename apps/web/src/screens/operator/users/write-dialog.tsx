import { Textarea } from '@mantine/core'
import { operatorCall } from '../../../api/operator.ts'
import { ReasonDialog } from '../../../operator/dialogs/reason-dialog.tsx'
import { wrapField } from '../../../ui/form/field-wrap.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import type { UserDialogProps } from './freeze-dialogs.tsx'

export const WriteDialog = ({ user, ...dialog }: UserDialogProps) => (
  <ReasonDialog
    {...dialog}
    title={`Write to ${user.name}`}
    button="Send"
    done="Message sent"
    checks={{
      subject: (subject: string) =>
        subject.trim().length < 3 ? 'Enter a subject of at least 3 characters' : null,
      text: (text: string) =>
        text.trim().length < 10 ? 'Enter a message of at least 10 characters' : null,
    }}
    work={({ subject, text, reason }) =>
      operatorCall('POST /operator/users/:id/messages', {
        params: { id: user.id },
        body: { subject: subject.trim(), text: text.trim(), reason },
      })
    }
  >
    {(field) => (
      <>
        <p>Sent in the app and by email. After that you cannot rule on their cases.</p>
        <TextField {...field('subject')} label="Subject" maxLength={120} />
        <Textarea
          {...wrapField({ label: 'Message', error: field('text').error })}
          name="text"
          autosize
          minRows={4}
          maxRows={10}
          maxLength={4000}
        />
      </>
    )}
  </ReasonDialog>
)
