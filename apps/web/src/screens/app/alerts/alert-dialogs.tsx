import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type Alert, editAlert, endAlert, reloadAlerts, saveAlert } from '../../../api/alerts.ts'
import { useAction } from '../../../shell/action/use-action.ts'
import { BusyButton } from '../../../ui/button/busy-button.tsx'
import { Dialog, DialogBody, DialogFooter } from '../../../ui/dialog/dialog.tsx'
import { AlertForm } from './alert-form.tsx'

export type AlertQuestion = { kind: 'new' } | { kind: 'edit' | 'end'; alert: Alert }

const titles = { new: 'New alert', edit: 'Edit alert', end: 'End alert' } as const

type AlertDialogsProps = { question: AlertQuestion | null; onClose: () => void }

export function AlertDialogs({ question, onClose }: AlertDialogsProps) {
  return (
    <Dialog
      title={question ? titles[question.kind] : ''}
      opened={question !== null}
      onClose={onClose}
      size={560}
    >
      {question?.kind === 'new' && (
        <AlertForm
          query=""
          button="Set alert"
          done="We will tell you of new listings like these"
          save={saveAlert}
          onClose={onClose}
        />
      )}
      {question?.kind === 'edit' && (
        <AlertForm
          query={question.alert.query}
          button="Save"
          done="Alert changed"
          save={(filters) => editAlert(question.alert.id, filters)}
          onClose={onClose}
        />
      )}
      {question?.kind === 'end' && <EndForm alert={question.alert} onClose={onClose} />}
    </Dialog>
  )
}

function EndForm({ alert, onClose }: { alert: Alert; onClose: () => void }) {
  const queries = useQueryClient()
  const { busy, act } = useAction(() => endAlert(alert.id), {
    what: 'End an alert',
    done: 'Alert ended',
    onDone: () => {
      void reloadAlerts(queries)
      onClose()
    },
  })
  return (
    <>
      <DialogBody>
        <p>
          <strong>{alert.label}</strong>
        </p>
        <p>You hear no more of new listings like these. What it found is still in the listings.</p>
      </DialogBody>
      <DialogFooter>
        <Button variant="default" onClick={onClose}>
          Keep it
        </Button>
        <BusyButton variant="danger" busy={busy} onClick={() => void act()}>
          End alert
        </BusyButton>
      </DialogFooter>
    </>
  )
}
