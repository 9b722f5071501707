import { Dialog } from '../ui/dialog/dialog.tsx'
import { AcceptForm } from './accept-form.tsx'
import { CounterForm } from './counter-form.tsx'
import { DecideForm } from './decide-form.tsx'
import type { OfferQuestion } from './offer-actions.tsx'

const titles = {
  accept: 'Accept offer',
  deny: 'Deny offer',
  rescind: 'Rescind offer',
  counter: 'Counteroffer',
} as const

type OfferDialogsProps = { question: OfferQuestion | null; onClose: () => void }

/** The dialog for the chosen action on an offer, if any. */
export function OfferDialogs({ question, onClose }: OfferDialogsProps) {
  return (
    <Dialog
      title={question ? titles[question.kind] : ''}
      opened={question !== null}
      onClose={onClose}
    >
      {question?.kind === 'counter' && <CounterForm offer={question.offer} onClose={onClose} />}
      {question?.kind === 'accept' && <AcceptForm offer={question.offer} onClose={onClose} />}
      {(question?.kind === 'deny' || question?.kind === 'rescind') && (
        <DecideForm kind={question.kind} offer={question.offer} onClose={onClose} />
      )}
    </Dialog>
  )
}
