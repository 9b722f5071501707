import { Button, Checkbox } from '@mantine/core'
import { centsOf } from '@pier/protocol/money'
import { IconAlertCircle } from '@tabler/icons-react'
import { useState } from 'react'
import { call } from '../../../api/client.ts'
import { DomainName } from '../../../shared/domain-name.tsx'
import { ReckonedTerms } from '../../../shared/reckoned-terms.tsx'
import { TermFields } from '../../../shared/term-fields.tsx'
import { sendTerms, type TypedTerms } from '../../../shared/typed-terms.ts'
import { BusyButton } from '../../../ui/busy-button.tsx'
import { DialogBody, DialogFooter } from '../../../ui/dialog.tsx'
import { FormAlert } from '../../../ui/form-alert.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { type DomainPanelProps, useSendForm } from './dialog-frame.ts'

const names = {
  amount: 'desired_loan_amount',
  term: 'desired_term',
  rate: 'desired_apy',
} as const

const noCheck = () => null // Limits are the server's to say, and each field takes its words.

export function ListingForm({ domain, frame }: DomainPanelProps) {
  const [typed, setTyped] = useState<TypedTerms>({ amount: '', term: '', rate: '' })
  const [warnings, setWarnings] = useState<string[]>([])
  const valueCents = domain.estimated_value === null ? null : centsOf(domain.estimated_value)
  const form = useSendForm(frame, {
    checks: {
      desired_loan_amount: noCheck,
      desired_term: noCheck,
      desired_apy: noCheck,
      auto_accept: noCheck,
    },
    what: () => `List ${domain.domain}`,
    work: ({ auto_accept }) =>
      call('POST /listings', {
        body: { domain_id: domain.id, ...asSent(typed), auto_accept: auto_accept === 'on' },
      }),
    onDone: (listing) => {
      if (listing.warnings.length > 0) setWarnings(listing.warnings)
      else frame.close()
      return 'Listing created'
    },
  })
  if (warnings.length > 0) return <Warned domain={domain} frame={frame} warnings={warnings} />
  return (
    <form {...form.formProps}>
      <DialogBody>
        <DomainName name={domain.domain} size="card" />
        <TermFields
          typed={typed}
          onType={setTyped}
          amountLabel="Desired loan amount"
          names={names}
          field={form.field}
        />
        <ReckonedTerms typed={typed} valueCents={valueCents} totalLabel="You would repay" />
        <Checkbox name="auto_accept" label="Accept by itself an offer as good as this" />
        <FormAlert message={form.refusal} />
      </DialogBody>
      <DialogFooter>
        <Button variant="default" onClick={frame.close}>
          Cancel
        </Button>
        <BusyButton type="submit" busy={form.busy}>
          Create Listing
        </BusyButton>
      </DialogFooter>
    </form>
  )
}

/** The names of the call. */
function asSent(typed: TypedTerms) {
  const { amount, term, rate } = sendTerms(typed)
  return { desired_loan_amount: amount, desired_term: term, desired_apy: rate }
}

/** It stands as asked; this is only what is unusual about it. */
const Warned = ({ domain, frame, warnings }: DomainPanelProps & { warnings: string[] }) => (
  <>
    <DialogBody>
      <DomainName name={domain.domain} size="card" />
      {warnings.map((warning) => (
        <Notice key={warning} icon={<IconAlertCircle size={18} aria-hidden="true" />}>
          {warning}
        </Notice>
      ))}
    </DialogBody>
    <DialogFooter>
      <span />
      <Button onClick={frame.close}>Done</Button>
    </DialogFooter>
  </>
)
