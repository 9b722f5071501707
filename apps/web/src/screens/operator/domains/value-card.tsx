import type { CallOutput } from '@pier/protocol/calls/calls'
import { Button } from '@mantine/core'
import { centsOf, formatMoney } from '@pier/protocol/money'
import { useState } from 'react'
import { operatorCall } from '../../../api/operator.ts'
import { DomainName } from '../../../domains/domain-name.tsx'
import desk from '../../../operator/page/desk.module.css'
import { useMay } from '../../../operator/page/duty-context.tsx'
import { DeskCard } from '../../../operator/page/operator-page.tsx'
import { ReasonDialog } from '../../../operator/dialogs/reason-dialog.tsx'
import { AmountField } from '../../../money/amount-field.tsx'
import { TimeText } from '../../../text/time-text.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import { FigureList } from '../../../ui/display/figure-list.tsx'

type DeskDomain = CallOutput<'GET /operator/domains/:id'>

type ValueProps = { found: DeskDomain }

/** The value, its source, and the button to set a new one. */
export function ValueCard({ found }: ValueProps) {
  const [saying, setSaying] = useState(false)
  const may = useMay('POST /operator/valuations')
  const { value } = found
  return (
    <DeskCard
      title="Value"
      aside={
        may && (
          <Button size="xs" variant="default" onClick={() => setSaying(true)}>
            Set value
          </Button>
        )
      }
    >
      {value ? (
        <FigureList
          figures={[
            { label: 'Amount', value: formatMoney(centsOf(value.amount)) },
            { label: 'Source', value: value.source },
            { label: 'Said', value: <TimeText at={value.at} withTime /> },
          ]}
        />
      ) : (
        <p className={desk.quiet}>No current estimate.</p>
      )}
      <ValueDialog found={found} opened={saying} onClose={() => setSaying(false)} />
    </DeskCard>
  )
}

const amountOf = (typed: string) => Number(typed.replaceAll(/[\s,$]/g, ''))
const amountMax = 1_000_000_000
const daysMax = 365

type ValueDialogProps = ValueProps & { opened: boolean; onClose: () => void }

const ValueDialog = ({ found: { domain }, ...dialog }: ValueDialogProps) => (
  <ReasonDialog
    {...dialog}
    title="Set value"
    button="Set value"
    done="Value saved. If the domain has a loan, an approver confirms it first"
    withCode
    readers="record"
    checks={{
      amount: (typed: string) => {
        const amount = amountOf(typed)
        return amount >= 1 && amount <= amountMax ? null : 'An amount from $1'
      },
      source: (source: string) =>
        source.trim().length < 3 ? 'Enter a source of at least 3 characters' : null,
      days: (typed: string) => {
        const days = Number(typed)
        return Number.isInteger(days) && days >= 1 && days <= daysMax
          ? null
          : `1 to ${daysMax} days`
      },
    }}
    work={({ amount, source, days, reason, code }) =>
      operatorCall('POST /operator/valuations', {
        body: {
          domain: domain.name,
          amount: Math.round(amountOf(amount) * 100) / 100,
          source: source.trim(),
          days: Number(days),
          reason,
          code,
        },
      })
    }
  >
    {(field) => (
      <>
        <DomainName name={domain.unicode} size="card" />
        <p>
          Earlier values stay on record. Lenders see the amount and its source. If the domain
          secures a loan, an approver confirms it.
        </p>
        <AmountField {...field('amount')} label="Amount" />
        <TextField
          {...field('source')}
          label="Source"
          hint="An appraiser, a sale, a report"
          maxLength={200}
        />
        <TextField
          {...field('days')}
          label="Counts for"
          unitAfter="days"
          inputMode="numeric"
          defaultValue="90"
        />
      </>
    )}
  </ReasonDialog>
)
