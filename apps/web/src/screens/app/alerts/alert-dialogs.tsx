import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type Alert, editAlert, endAlert, reloadAlerts, saveAlert } from '../../../api/alerts.ts'
import { useAction } from '../../../shell/action/use-action.ts'
import { BusyButton } from '../../../ui/button/busy-button.tsx'
import { Dialog, DialogBody, DialogFooter } from '../../../ui/dialog/dialog.tsx'
import { AlertForm } from './alert-form.tsx'

export type AlertQuestion = { kind: 'new' } | { kind: 'edit' | 'end'; alert: Alert }

const titles = { new: 'New alert', edit: 'Edit alert', end: 'Delete alert' } as const

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
          button="Create alert"
          done="Alert set. We notify you of new listings that match"
          save={saveAlert}
          onClose={onClose}
        />
      )}
      {question?.kind === 'edit' && (
        <AlertForm
          query={question.alert.query}
          button="Save"
          done="Alert saved"
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
    what: 'Delete an alert',
    done: 'Alert deleted',
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
        <p>
          You will no longer be notified of new listings that match. Listings it found stay in
          Domain Listings.
        </p>
      </DialogBody>
      <DialogFooter>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <BusyButton variant="danger" busy={busy} onClick={() => void act()}>
          Delete alert
        </BusyButton>
      </DialogFooter>
    </>
  )
}
