import { Button } from '@mantine/core'
import { call } from '../api/client/client.ts'
import type { Offer } from '../api/offers.ts'
import { BusyButton } from '../ui/button/busy-button.tsx'
import { DialogBody, DialogFooter } from '../ui/dialog/dialog.tsx'
import { TextField } from '../ui/form/text-field.tsx'
import { FormAlert } from '../ui/form/form-alert.tsx'
import { DomainName } from '../domains/domain-name.tsx'
import { describeTerms } from './offer-text.ts'
import { useOfferForm } from './use-offer-form.ts'

const words = {
  deny: { status: 'DENIED', button: 'Deny', done: 'Offer denied' },
  rescind: { status: 'RESCINDED', button: 'Rescind', done: 'Offer rescinded' },
} as const

const reasonLengthMax = 200
const noCheck = () => null

type DecideFormProps = { kind: keyof typeof words; offer: Offer; onClose: () => void }

/** Denies an offer of theirs, or rescinds one of yours. */
export function DecideForm({ kind, offer, onClose }: DecideFormProps) {
  const { status, button, done } = words[kind]
  const { id, other } = offer
  const form = useOfferForm({
    checks: { reason: noCheck },
    work: ({ reason }) =>
      call('POST /offers/:id', {
        params: { id },
        body: reason.trim() ? { status, reason: reason.trim() } : { status },
      }),
    done,
    onClose,
  })
  return (
    <form {...form.formProps}>
      <DialogBody>
        <DomainName name={offer.domain} size="card" />
        <p>
          {kind === 'deny' ? `${other.handle} offers` : 'You offered'} {describeTerms(offer)}.{' '}
          {kind === 'deny'
            ? 'They are notified that you denied it.'
            : `${other.handle} is notified and can no longer accept it.`}
        </p>
        {kind === 'deny' && (
          <TextField
            {...form.field('reason')}
            label="Reason, shown to the lender"
            optional
            maxLength={reasonLengthMax}
            autoComplete="off"
          />
        )}
        <FormAlert message={form.refusal} />
      </DialogBody>
      <DialogFooter>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <BusyButton type="submit" variant="danger" busy={form.busy}>
          {button}
        </BusyButton>
      </DialogFooter>
    </form>
  )
}
