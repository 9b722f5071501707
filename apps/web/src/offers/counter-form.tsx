import { Button, Textarea } from '@mantine/core'
import { limits } from '@pier/protocol/limits'
import { centsOf } from '@pier/protocol/money'
import { useState } from 'react'
import { call } from '../api/client/client.ts'
import type { Offer } from '../api/offers.ts'
import { BusyButton } from '../ui/button/busy-button.tsx'
import { DialogBody, DialogFooter } from '../ui/dialog/dialog.tsx'
import { SelectField } from '../ui/form/select-field.tsx'
import { wrapField } from '../ui/form/field-wrap.tsx'
import { FormAlert } from '../ui/form/form-alert.tsx'
import { DomainName } from '../domains/domain-name.tsx'
import { ReckonedTerms } from '../terms/reckoned-terms.tsx'
import { TermFields } from '../terms/term-fields.tsx'
import { sendTerms, type TypedTerms } from '../terms/typed-terms.ts'
import styles from './counter-form.module.css'
import { daysOf, describeTerms } from './offer-text.ts'
import { useOfferForm } from './use-offer-form.ts'

const names = { amount: 'loan_amount', term: 'term', rate: 'apy' } as const
const validDays = [1, 3, 7, 14, 30].map((days) => ({ value: String(days), label: daysOf(days) }))
const noCheck = () => null // The server checks the limits; each field shows its message.

/** Counter terms instead of accepting or denying, from either party. */
export function CounterForm({ offer, onClose }: { offer: Offer; onClose: () => void }) {
  const [typed, setTyped] = useState<TypedTerms>(() => typedOf(offer))
  const form = useCounterForm(offer, typed, onClose)
  const { error, ...message } = form.field('message')
  return (
    <form {...form.formProps}>
      <DialogBody>
        <DomainName name={offer.domain} size="card" />
        <Theirs offer={offer} />
        <TermFields
          typed={typed}
          onType={setTyped}
          amountLabel="Loan"
          names={names}
          field={form.field}
        />
        <ReckonedTerms
          typed={typed}
          valueCents={valueCentsOf(offer)}
          totalLabel={offer.side === 'LENDER' ? 'You would repay' : 'You would collect'}
        />
        <Textarea
          {...message}
          {...wrapField({ label: 'Message', error, optional: true })}
          rows={3}
          maxLength={limits.offerMessageLengthMax}
        />
        <SelectField
          {...form.field('valid_days')}
          label="Valid for"
          options={validDays}
          defaultValue={String(limits.offerDays)}
        />
        <FormAlert message={form.refusal} />
      </DialogBody>
      <DialogFooter>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <BusyButton type="submit" busy={form.busy}>
          Send counteroffer
        </BusyButton>
      </DialogFooter>
    </form>
  )
}

function useCounterForm({ id, version }: Offer, typed: TypedTerms, onClose: () => void) {
  return useOfferForm({
    checks: {
      loan_amount: noCheck,
      term: noCheck,
      apy: noCheck,
      message: noCheck,
      valid_days: noCheck,
    },
    work: ({ message, valid_days }) => {
      const { amount, term, rate } = sendTerms(typed)
      const terms = { loan_amount: amount, term, apy: rate }
      const body = { ...terms, message: message.trim(), valid_days: Number(valid_days), version }
      return call('POST /offers/:id/counter', { params: { id }, body })
    },
    done: 'Counteroffer sent',
    onClose,
  })
}

const Theirs = ({ offer }: { offer: Offer }) => (
  <div className={styles.theirs}>
    <p>
      {offer.other.handle} offers {describeTerms(offer)}. Your terms replace theirs, and they answer
      next.
    </p>
    {offer.message && <blockquote>{offer.message}</blockquote>}
  </div>
)

const typedOf = ({ loan_amount, term, apy }: Offer): TypedTerms => ({
  amount: loan_amount.toFixed(Number.isInteger(loan_amount) ? 0 : 2),
  term: String(term),
  rate: apy.toFixed(2),
})

function valueCentsOf({ ask }: Offer): number | null {
  const value = ask?.value ?? null
  return value === null ? null : centsOf(value)
}
