import { Button, Checkbox } from '@mantine/core'
import { centsOf, formatMoney, formatRate } from '@pier/protocol/money'
import { IconAlertCircle } from '@tabler/icons-react'
import { useState } from 'react'
import { call } from '../../../api/client.ts'
import { DomainName } from '../../../shared/domain-name.tsx'
import { Ltv } from '../../../shared/ltv.tsx'
import { BusyButton } from '../../../ui/busy-button.tsx'
import { DialogBody, DialogFooter } from '../../../ui/dialog.tsx'
import { TextField } from '../../../ui/field.tsx'
import { FigureList } from '../../../ui/figure-list.tsx'
import { FormAlert } from '../../../ui/form-alert.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { type DomainPanelProps, useSendForm } from './dialog-frame.ts'
import styles from './dialog-parts.module.css'
import { parseTerms, reckonTerms, type TypedTerms } from './listing-terms.ts'

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
        <TermFields typed={typed} onType={setTyped} field={form.field} />
        <Reckoned typed={typed} valueCents={valueCents} />
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

type TermFieldsProps = {
  typed: TypedTerms
  onType: (typed: TypedTerms) => void
  field: (name: 'desired_loan_amount' | 'desired_term' | 'desired_apy') => {
    name: string
    error: string | undefined
  }
}

function TermFields({ typed, onType, field }: TermFieldsProps) {
  const bind = (name: keyof TypedTerms) => ({
    value: typed[name],
    autoComplete: 'off',
    onChange: ({ currentTarget }: { currentTarget: HTMLInputElement }) =>
      onType({ ...typed, [name]: currentTarget.value }),
  })
  return (
    <div className={styles.terms}>
      <TextField
        {...field('desired_loan_amount')}
        {...bind('amount')}
        label="Desired loan amount"
        unit="$"
        inputMode="decimal"
      />
      <TextField
        {...field('desired_term')}
        {...bind('term')}
        label="Term in days"
        inputMode="numeric"
      />
      <TextField
        {...field('desired_apy')}
        {...bind('rate')}
        label="APR"
        unitAfter="%"
        inputMode="decimal"
      />
    </div>
  )
}

type ReckonedProps = { typed: TypedTerms; valueCents: number | null }

function Reckoned({ typed, valueCents }: ReckonedProps) {
  const terms = reckonTerms(typed, valueCents)
  const days = terms.termDays === 1 ? '1 day' : `${terms.termDays} days`
  const money = (cents: number | null) => (cents === null ? unknown : formatMoney(cents))
  const adjusted = terms.adjustedBps === null ? unknown : formatRate(terms.adjustedBps)
  return (
    <>
      <FigureList
        sunken
        figures={[
          { label: terms.termDays === null ? 'Adjusted' : `Adjusted for ${days}`, value: adjusted },
          { label: 'Interest', value: money(terms.interestCents) },
          { label: 'You would repay', value: money(terms.repayCents), total: true },
        ]}
      />
      <Ltv percent={terms.ltvPercent} />
    </>
  )
}

const unknown = 'not known yet'

/** What is no number goes as it was typed, for the server to say what is wrong with it. */
function asSent(typed: TypedTerms) {
  const { amountCents, termDays, rateBps } = parseTerms(typed)
  return {
    desired_loan_amount: amountCents === null ? typed.amount : amountCents / 100,
    desired_term: termDays ?? typed.term,
    desired_apy: rateBps === null ? typed.rate : rateBps / 100,
  }
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
