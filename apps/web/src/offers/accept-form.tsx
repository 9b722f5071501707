import { Button } from '@mantine/core'
import { limits } from '@pier/protocol/limits'
import { centsOf, formatMoney, formatRate } from '@pier/protocol/money'
import { useNavigate } from 'react-router'
import { call } from '../api/client/client.ts'
import type { Offer } from '../api/offers.ts'
import { BusyButton } from '../ui/button/busy-button.tsx'
import { DialogBody, DialogFooter } from '../ui/dialog/dialog.tsx'
import { FigureList } from '../ui/display/figure-list.tsx'
import { FormAlert } from '../ui/form/form-alert.tsx'
import { DomainName } from '../domains/domain-name.tsx'
import { costText, daysOf, railLabel } from './offer-text.ts'
import { useOfferForm } from './use-offer-form.ts'

type AcceptFormProps = { offer: Offer; onClose: () => void }

/** Asks for confirmation, with the sums. Accepts the version on the screen and no other. */
export function AcceptForm({ offer, onClose }: AcceptFormProps) {
  const { id: offerId, version, other } = offer
  const navigate = useNavigate()
  const form = useOfferForm({
    checks: {},
    work: async () => {
      const { id } = await call('POST /escrow/accept', { body: { offerId, version } })
      await navigate(`/app/escrow/${id}`)
    },
    done: 'Escrow created',
    onClose,
  })
  const isBorrower = offer.side === 'LENDER' // Whoever proposed it does not accept it.
  return (
    <form {...form.formProps}>
      <DialogBody>
        <DomainName name={offer.domain} size="card" />
        <p>
          {isBorrower ? `${other.handle} lends to you` : `You lend to ${other.handle}`}, secured by
          this domain.
        </p>
        <FigureList sunken figures={figuresOf(offer, isBorrower)} />
        <p>
          Both of you then sign the loan agreement within {limits.signatureDays} days. Until both
          have signed, either side can cancel.
        </p>
        <p>{costText(isBorrower)}</p>
        <FormAlert message={form.refusal} />
      </DialogBody>
      <DialogFooter>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <BusyButton type={form.submitType} busy={form.busy}>
          Accept offer
        </BusyButton>
      </DialogFooter>
    </form>
  )
}

function figuresOf(offer: Offer, isBorrower: boolean) {
  const { loan_amount, term, apy, interest, repay, contract } = offer
  return [
    { label: isBorrower ? 'You receive' : 'You pay', value: formatMoney(centsOf(loan_amount)) },
    {
      label: `Interest at ${formatRate(centsOf(apy))} a year`,
      value: formatMoney(centsOf(interest)),
    },
    { label: 'Term', value: `${daysOf(term)} from the day receipt is confirmed` },
    { label: 'Paid by', value: railLabel(contract) },
    {
      label: isBorrower ? 'You repay on the due date' : 'You receive on the due date',
      value: formatMoney(centsOf(repay)),
      total: true,
    },
  ]
}
