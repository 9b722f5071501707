import { Button } from '@mantine/core'
import { warnOfTerms } from '@pier/protocol/domains/listing-warnings'
import { centsOf } from '@pier/protocol/money'
import { IconAlertCircle } from '@tabler/icons-react'
import { useState } from 'react'
import { useLocation } from 'react-router'
import { call } from '../../../../api/client/client.ts'
import type { DomainDetails } from '../../../../api/domains.ts'
import { DomainName } from '../../../../domains/domain-name.tsx'
import { ReckonedTerms } from '../../../../terms/reckoned-terms.tsx'
import { TermFields } from '../../../../terms/term-fields.tsx'
import { parseTerms, type TypedTerms } from '../../../../terms/typed-terms.ts'
import { BusyButton } from '../../../../ui/button/busy-button.tsx'
import { DialogBody, DialogFooter } from '../../../../ui/dialog/dialog.tsx'
import { FormAlert } from '../../../../ui/form/form-alert.tsx'
import { Notice } from '../../../../ui/feedback/notice.tsx'
import { asSent, termChecks, termNames } from './asked-terms.ts'
import { AutoAccept } from './auto-accept.tsx'
import { type DomainPanelProps, useSendForm } from '../dialog-frame/dialog-frame.ts'
import { RegistryCosts, usePrice } from '../dialog-frame/registry-costs.tsx'
import { isAskedTwice, saidTwice, SecondQuestion } from './second-question.tsx'

export function ListingForm({ domain, frame }: DomainPanelProps) {
  const { search } = useLocation()
  const [typed, setTyped] = useState<TypedTerms>(() => termsOf(search))
  const [accepts, setAccepts] = useState(false)
  const [isAsked, setAsked] = useState(false)
  const price = usePrice(domain)
  const body = { domain_id: domain.id, ...asSent(typed), auto_accept: accepts }
  const onDone = () => {
    frame.close()
    return 'Listing created'
  }
  const form = useSendForm(frame, {
    checks: termChecks,
    what: () => `List ${domain.domain}`,
    work: () => call('POST /listings', { body }),
    onDone,
    onRefused: (error) => {
      const isQuestion = isAskedTwice(error)
      setAsked(isQuestion)
      return isQuestion
    },
  })
  if (isAsked)
    return (
      <SecondQuestion
        domain={domain}
        frame={frame}
        typed={typed}
        price={price}
        lead="Nothing is public yet."
        button="Create Listing"
        save={() => call('POST /listings', { body: { ...body, ...saidTwice({ typed, price }) } })}
        onDone={onDone}
        onBack={() => setAsked(false)}
      />
    )
  return (
    <form {...form.formProps}>
      <DialogBody>
        <DomainName name={domain.domain} size="card" />
        <TermFields
          typed={typed}
          onType={setTyped}
          amountLabel="Desired loan amount"
          names={termNames}
          field={form.field}
        />
        <ReckonedTerms typed={typed} valueCents={valueOf(domain)} totalLabel="You would repay" />
        <Warnings typed={typed} domain={domain} />
        <AutoAccept checked={accepts} onChange={setAccepts} />
        <RegistryCosts domain={domain} price={price} />
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

/** A link may carry the terms of an earlier loan. */
function termsOf(search: string): TypedTerms {
  const query = new URLSearchParams(search)
  const read = (name: string) => query.get(name)?.slice(0, 20) ?? ''
  return { amount: read('amount'), term: read('term'), rate: read('rate') }
}

export const valueOf = ({ estimated_value }: DomainDetails) =>
  estimated_value === null ? null : centsOf(estimated_value)

/** What is unusual about the terms, while they are typed. */
export const Warnings = ({ typed, domain }: { typed: TypedTerms; domain: DomainDetails }) =>
  warnOfTerms({ ...parseTerms(typed), valueCents: valueOf(domain) }).map((warning) => (
    <Notice key={warning} icon={<IconAlertCircle size={18} aria-hidden="true" />}>
      {warning}
    </Notice>
  ))
