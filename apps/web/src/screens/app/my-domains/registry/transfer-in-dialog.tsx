import { Button } from '@mantine/core'
import { limits } from '@pier/protocol/limits'
import { formatMoney } from '@pier/protocol/money'
import { IconAlertCircle, IconClock, IconInfoCircle, IconWallet } from '@tabler/icons-react'
import { Link } from 'react-router'
import { ApiError } from '../../../../api/client/api-error.ts'
import { call } from '../../../../api/client/client.ts'
import { type Quote, useQuote } from '../../../../api/domains.ts'
import { DomainName } from '../../../../domains/domain-name.tsx'
import { LoadFailed } from '../../../../shell/failures/load-failed.tsx'
import { topUpPath } from '../../../../money/top-up.ts'
import { BusyButton } from '../../../../ui/button/busy-button.tsx'
import { DialogBody, DialogFooter } from '../../../../ui/dialog/dialog.tsx'
import { PasswordField } from '../../../../ui/form/password-field.tsx'
import { FormAlert } from '../../../../ui/form/form-alert.tsx'
import { Notice } from '../../../../ui/feedback/notice.tsx'
import { type DomainPanelProps, useSendForm } from '../dialog-frame/dialog-frame.ts'
import { hrefOfDialog } from '../domain/domain-address.ts'
import { endingOf } from '../domain/domain-text.ts'
import { missingCents, QuoteFigures } from './quote-figures.tsx'
import { TransferInRunning } from './transfer-in-running.tsx'

export function TransferInDialog(panel: DomainPanelProps) {
  return panel.domain.pending_transfer ? (
    <TransferInRunning {...panel} />
  ) : (
    <TransferInForm {...panel} />
  )
}

function TransferInForm({ domain, frame }: DomainPanelProps) {
  const { id } = domain
  const { data: quote, error, refetch } = useQuote(id, 'transfer')
  const form = useSendForm(frame, {
    checks: { transferCode: () => null }, // The registry checks the code.
    what: () => `Transfer ${domain.domain} in`,
    work: ({ transferCode }) =>
      call('POST /domains/:id/transfer', {
        params: { id },
        body: { transferCode, ...(quote?.quote_id && { quote_id: quote.quote_id }) },
      }),
    onDone: () => {
      frame.close()
      return 'Transfer initiated'
    },
    onRefused: (refused) => {
      if (refused instanceof ApiError && refused.body.code === 'quote_needed') void refetch()
    },
  })
  const missing = missingCents(quote)
  return (
    <form {...form.formProps}>
      <DialogBody>
        <DomainName name={domain.domain} size="card" />
        {domain.transfer_refusal && (
          <Notice icon={<IconAlertCircle size={18} aria-hidden="true" />}>
            The last transfer failed: {domain.transfer_refusal}
          </Notice>
        )}
        <PasswordField
          {...form.field('transferCode')}
          label="EPP authorization code"
          hint="From your current registrar. Stored encrypted and deleted once the transfer completes."
          eye="Show auth code"
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          maxLength={limits.transferCodeLengthMax}
          data-autofocus
        />
        {error && !quote ? (
          <LoadFailed what="Transfer price" error={error} onRetry={() => void refetch()} />
        ) : (
          <QuoteFigures quote={quote} operation="transfer" />
        )}
        {missing > 0 && (
          <Notice icon={<IconWallet size={18} aria-hidden="true" />}>
            Your balance is {formatMoney(missing)} short.
          </Notice>
        )}
        {quote && <Words quote={quote} ending={endingOf(domain.domain)} />}
        <FormAlert message={form.refusal} />
      </DialogBody>
      <DialogFooter>
        <Button variant="default" onClick={frame.close}>
          Cancel
        </Button>
        {missing > 0 && (
          <Button
            component={Link}
            to={topUpPath({ missingCents: missing, back: hrefOfDialog('transfer-in', id) })}
          >
            Add Balance
          </Button>
        )}
        {missing === 0 && quote?.state !== 'refused' && (
          <BusyButton
            type={quote?.state === 'ready' ? 'submit' : 'button'}
            busy={form.busy || quote?.state === 'asking'}
          >
            Transfer In
          </BusyButton>
        )}
      </DialogFooter>
    </form>
  )
}

function Words({ quote, ending }: { quote: Quote; ending: string }) {
  return (
    <>
      {quote.message && (
        <Notice icon={<IconAlertCircle size={18} aria-hidden="true" />}>{quote.message}</Notice>
      )}
      {quote.is_premium && (
        <Notice icon={<IconInfoCircle size={18} aria-hidden="true" />}>
          This is a premium domain. It costs more to transfer and to renew.
        </Notice>
      )}
      <Notice icon={<IconClock size={18} aria-hidden="true" />}>
        A transfer takes from minutes to weeks, depending on the TLD. {ending} takes {quote.days}.
        Then a <strong>{quote.lock_days}-day lock</strong> applies before you can transfer it out.
      </Notice>
    </>
  )
}
