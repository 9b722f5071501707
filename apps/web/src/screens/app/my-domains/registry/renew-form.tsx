import { Button } from '@mantine/core'
import { centsOf, formatMoney } from '@pier/protocol/money'
import { IconAlertCircle, IconWallet } from '@tabler/icons-react'
import { Link } from 'react-router'
import { call } from '../../../../api/client/client.ts'
import { type Quote, useQuote } from '../../../../api/domains.ts'
import { DomainName } from '../../../../domains/domain-name.tsx'
import { LoadFailed } from '../../../../shell/failures/load-failed.tsx'
import { topUpPath } from '../../../../money/top-up.ts'
import { TimeText } from '../../../../text/time-text.tsx'
import { BusyButton } from '../../../../ui/button/busy-button.tsx'
import { DialogBody, DialogFooter } from '../../../../ui/dialog/dialog.tsx'
import { FormAlert } from '../../../../ui/form/form-alert.tsx'
import { Notice } from '../../../../ui/feedback/notice.tsx'
import { hrefOfDialog } from '../domain/domain-address.ts'
import { type DomainPanelProps, useSend } from '../dialog-frame/dialog-frame.ts'
import { missingCents, QuoteFigures } from './quote-figures.tsx'

export function RenewForm({ domain, frame }: DomainPanelProps) {
  const { id, expires_at } = domain
  const { data: quote, error, refetch } = useQuote(id, 'renew')
  const { busy, refusal, send } = useSend(frame)
  const missing = missingCents(quote)
  const renew = (quote_id: string) =>
    send({
      what: `Renew ${domain.domain} for one year`,
      work: () => call('POST /domains/:id/renew', { params: { id }, body: { quote_id } }),
      onDone: ({ state }) => {
        frame.close()
        return state === 'done' ? 'Renewed for one year' : 'Renewal sent to the registry'
      },
    })
  return (
    <>
      <DialogBody>
        <DomainName name={domain.domain} size="card" />
        <p>
          One more year
          {expires_at && (
            <>
              {' '}
              after <TimeText at={expires_at} />
            </>
          )}
          , paid from your balance.
        </p>
        {error && !quote ? (
          <LoadFailed what="Renewal price" error={error} onRetry={() => void refetch()} />
        ) : (
          <QuoteFigures quote={quote} operation="renew" />
        )}
        {quote?.message && (
          <Notice icon={<IconAlertCircle size={18} aria-hidden="true" />}>{quote.message}</Notice>
        )}
        {missing > 0 && (
          <Notice icon={<IconWallet size={18} aria-hidden="true" />}>
            Your balance is {formatMoney(missing)} short.
          </Notice>
        )}
        <FormAlert message={refusal} />
      </DialogBody>
      <DialogFooter>
        <Button variant="default" onClick={frame.close}>
          Cancel
        </Button>
        <RenewButton
          quote={quote}
          topUp={
            missing > 0 && topUpPath({ missingCents: missing, back: hrefOfDialog('renew', id) })
          }
          busy={busy}
          onRenew={(quoteId) => void renew(quoteId)}
        />
      </DialogFooter>
    </>
  )
}

type RenewButtonProps = {
  quote: Quote | undefined
  /** The link to add the missing amount, if any is missing. */
  topUp: string | false
  busy: boolean
  onRenew: (quoteId: string) => void
}

/** The label has the price, so the button is shown only once there is one. */
function RenewButton({ quote, topUp, busy, onRenew }: RenewButtonProps) {
  if (topUp)
    return (
      <Button component={Link} to={topUp}>
        Add Balance
      </Button>
    )
  if (!quote?.quote_id || quote.amount === null) return null
  const { quote_id, amount } = quote
  return (
    <BusyButton busy={busy} onClick={() => onRenew(quote_id)}>
      Renew for {formatMoney(centsOf(amount))}
    </BusyButton>
  )
}
