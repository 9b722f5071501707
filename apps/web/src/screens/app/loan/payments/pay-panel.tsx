import { Checkbox } from '@mantine/core'
import { centsOf, formatMoney } from '@pier/protocol/money'
import { railOf } from '@pier/protocol/rails'
import { IconInfoCircle, IconLock } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef } from 'react'
import type { Loan } from '../../../../api/loans/loans.ts'
import { shortDay } from '../../../../text/date-text.ts'
import { BusyButton } from '../../../../ui/button/busy-button.tsx'
import { CopyButton } from '../../../../ui/button/copy-button.tsx'
import { Notice } from '../../../../ui/feedback/notice.tsx'
import { Tag } from '../../../../ui/display/tag.tsx'
import { VisuallyHidden } from '../../../../ui/display/visually-hidden.tsx'
import { waiverText } from '../actions/action-text.ts'
import { isOpen, otherName } from '../actions/loan-actions.ts'
import { LoanCard } from '../layout/loan-card.tsx'
import styles from '../layout/loan-parts.module.css'
import { type PayeeDetails, type Reveal, waiverId } from './use-reveal.ts'

type PayPanelProps = { loan: Loan; reveal: Reveal }

/** Where to pay the other party: name and sum at once, the account on request. */
export function PayPanel({ loan, reveal }: PayPanelProps) {
  const { details } = reveal
  const list = useRef<HTMLDListElement>(null)
  // The details may have been requested by the button at the top of the screen, so scroll to them.
  useEffect(() => {
    if (details) list.current?.scrollIntoView({ block: 'nearest' })
  }, [details])
  const isLender = loan.role === 'LENDER'
  const amount = details?.amount ?? (isLender ? loan.amount : (loan.payoff?.today.amount ?? 0))
  const reference = details?.reference ?? (isLender ? loan.reference_in : loan.reference_out)
  const since = details?.locked_since ?? loan.payee.locked_since
  return (
    <LoanCard
      title={
        railOf(loan.contract) === 'crypto' ? 'Pay with cryptocurrency' : 'Pay by bank transfer'
      }
      aside={
        since && (
          <Tag tone="neutral" icon={IconLock}>
            Locked since {shortDay(since)}
          </Tag>
        )
      }
    >
      <dl ref={list} className={styles.payee} aria-live="polite">
        <Row label="Payee" value={details?.payee ?? otherName(loan)} aside="must match exactly" />
        {details ? (
          details.lines.map(({ label, value }) => (
            <Row
              key={label}
              label={label}
              value={<code>{value}</code>}
              aside={<Copy what={label} text={value} />}
            />
          ))
        ) : (
          <Row label="Account" value={<Dots />} aside="shown on request" />
        )}
        <Row
          label="Amount"
          value={formatMoney(centsOf(amount))}
          aside={<Copy what="the amount" text={amount.toFixed(2)} />}
        />
        <Row
          label="Reference"
          value={<code>{reference}</code>}
          aside={<Copy what="the reference" text={reference} />}
        />
      </dl>
      {details?.rest && <Rest rest={details.rest} />}
      {reveal.needsWaiver && !details && <Waiver loan={loan} reveal={reveal} />}
      <PayRules loan={loan} />
      {!details && loan.phase === 'PAYMENT_WINDOW' && isOpen(loan, 'reveal') && (
        <BusyButton
          variant="default"
          className={styles.start}
          busy={reveal.busy}
          onClick={reveal.reveal}
        >
          Show payment details
        </BusyButton>
      )}
    </LoanCard>
  )
}

const Row = ({ label, value, aside }: { label: string; value: ReactNode; aside: ReactNode }) => (
  <div>
    <dt>{label}</dt>
    <dd>{value}</dd>
    <dd className={styles.payeeAside}>{aside}</dd>
  </div>
)

const Copy = ({ what, text }: { what: string; text: string }) => (
  <CopyButton variant="subtle" size="xs" text={text} what={what} />
)

/** In a refinance, the rest after the payoff goes to the borrower. */
const Rest = ({ rest }: { rest: NonNullable<PayeeDetails['rest']> }) => (
  <dl className={styles.payee}>
    <Row label="Pay the rest to" value={rest.payee} aside="must match exactly" />
    {rest.lines.map(({ label, value }) => (
      <Row
        key={label}
        label={label}
        value={<code>{value}</code>}
        aside={<Copy what={label} text={value} />}
      />
    ))}
    <Row
      label="Amount"
      value={formatMoney(centsOf(rest.amount))}
      aside={<Copy what="the rest" text={rest.amount.toFixed(2)} />}
    />
  </dl>
)

const Dots = () => (
  <>
    <span aria-hidden="true">•••• •••• •••• ••••</span>
    <VisuallyHidden>hidden</VisuallyHidden>
  </>
)

const PayRules = ({ loan }: { loan: Loan }) => (
  <Notice icon={<IconInfoCircle size={18} aria-hidden="true" />}>
    {railOf(loan.contract) === 'crypto'
      ? 'Send only on the network shown here. A payment on another network or to a wrong address is lost. '
      : 'Send from an account in your own name, by wire or SEPA. Card payments and other reversible payments are not accepted. '}
    <strong>Never pay to account details sent in the chat.</strong>
  </Notice>
)

const Waiver = ({ loan, reveal }: PayPanelProps) => (
  <Checkbox
    id={waiverId}
    checked={reveal.waives}
    onChange={(event) => reveal.setWaives(event.currentTarget.checked)}
    label={waiverText(loan)}
  />
)
