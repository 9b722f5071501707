import { Button } from '@mantine/core'
import { centsOf, formatMoney } from '@pier/protocol/money'
import { IconAlertCircle, IconWallet } from '@tabler/icons-react'
import { Link } from 'react-router'
import { call } from '../../../../api/client/client.ts'
import { type Loan, useAdvanceQuote } from '../../../../api/loans/loans.ts'
import { DomainName } from '../../../../domains/domain-name.tsx'
import { LoadFailed } from '../../../../shell/failures/load-failed.tsx'
import { BusyButton } from '../../../../ui/button/busy-button.tsx'
import { DialogBody, DialogFooter } from '../../../../ui/dialog/dialog.tsx'
import { FigureList } from '../../../../ui/display/figure-list.tsx'
import { FormAlert } from '../../../../ui/form/form-alert.tsx'
import { Notice } from '../../../../ui/feedback/notice.tsx'
import { SkeletonBar } from '../../../../ui/feedback/skeleton-bar.tsx'
import type { LoanFormProps } from './dialog-form.tsx'
import { useLoanForm } from './use-loan-form.ts'

type Quote = ReturnType<typeof useAdvanceQuote>['data']

/** Shows the price before the button. */
export function AdvanceForm({ loan, frame }: LoanFormProps) {
  const { data: quote, error, refetch } = useAdvanceQuote(loan.id)
  const form = useLoanForm(frame, {
    checks: {},
    what: `Renew ${loan.domain} for one year from your balance`,
    work: () => advance(loan, quote),
    done: 'Renewal sent to the registry',
  })
  const missing = missingCents(quote)
  return (
    <form {...form.formProps}>
      <DialogBody>
        <DomainName name={loan.domain} size="card" />
        <p>
          Your balance pays the registry for one more year. The fee is added to what{' '}
          {loan.borrower_name} owes, without interest, once the registry confirms.
        </p>
        {error && !quote ? (
          <LoadFailed what="Price" error={error} onRetry={() => void refetch()} />
        ) : (
          <QuoteFigures quote={quote} />
        )}
        {quote?.message && (
          <Notice icon={<IconAlertCircle size={18} aria-hidden="true" />}>{quote.message}</Notice>
        )}
        {missing > 0 && (
          <Notice icon={<IconWallet size={18} aria-hidden="true" />}>
            Your balance is {formatMoney(missing)} short.
          </Notice>
        )}
        <FormAlert message={form.refusal} />
      </DialogBody>
      <DialogFooter>
        <Button variant="default" onClick={frame.close}>
          Cancel
        </Button>
        {missing > 0 && (
          <Button component={Link} to="/app/add-balance">
            Add Balance
          </Button>
        )}
        {missing === 0 && quote?.quote_id && quote.amount !== null && (
          <BusyButton type={form.submitType} busy={form.busy}>
            Renew from your balance, {formatMoney(centsOf(quote.amount))}
          </BusyButton>
        )}
      </DialogFooter>
    </form>
  )
}

function advance({ id }: Loan, quote: Quote) {
  const body = { quote_id: quote?.quote_id ?? '' }
  return call('POST /escrow/:id/advance', { params: { id }, body })
}

function missingCents(quote: Quote): number {
  if (!quote || quote.amount === null) return 0
  return Math.max(centsOf(quote.amount) - centsOf(quote.available), 0)
}

function QuoteFigures({ quote }: { quote: Quote }) {
  if (quote?.state === 'refused') return null // Its message says why there is no price.
  return (
    <div aria-live="polite" aria-busy={quote?.state !== 'ready'}>
      <FigureList
        figures={[
          { label: 'Renewal, one year', value: <Figure dollars={quote?.amount} /> },
          { label: 'Your balance', value: <Figure dollars={quote?.available} /> },
        ]}
      />
    </div>
  )
}

function Figure({ dollars }: { dollars: number | null | undefined }) {
  if (dollars === undefined || dollars === null) return <SkeletonBar width={64} height={16} />
  return formatMoney(centsOf(dollars))
}
