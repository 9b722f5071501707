import { centsOf, formatMoney } from '@pier/protocol/money'
import { usePrices } from '../../../api/prices.ts'
import { useTransactions } from '../../../api/transactions.ts'
import { LoadFailed } from '../../../shell/failures/load-failed.tsx'
import { Money } from '../../../money/money.tsx'
import { CardFigure, CardLines, CardText, SummaryCard } from './summary-card.tsx'

/** `isNew` says what the balance is for, to somebody who has none yet. */
export function BalanceCard({ isNew = false }: { isNew?: boolean }) {
  const { data, error, refetch } = useTransactions(1)
  return (
    <SummaryCard
      title="Site balance"
      link={{ to: '/app/add-balance', label: 'Add Balance' }}
      busy={!data && !error}
    >
      {error && !data && (
        <LoadFailed what="Your balance" error={error} onRetry={() => void refetch()} />
      )}
      {data && (
        <>
          <CardFigure>
            <Money amountCents={centsOf(data.available)} size="figure-26" />
          </CardFigure>
          {isNew ? (
            <FirstFee />
          ) : (
            <>
              <CardText>Pays registry fees only. Never used for loan money.</CardText>
              <CardLines
                lines={[{ label: 'Reserved', value: <Money amountCents={centsOf(data.held)} /> }]}
              />
            </>
          )}
        </>
      )}
    </SummaryCard>
  )
}

/** Without the price where it is not known. */
function FirstFee() {
  const { data } = usePrices()
  const com = data?.prices.find(({ suffix }) => suffix === 'com')
  return (
    <CardText>
      Pays registry fees only.{' '}
      {com && `A .com transfer costs ${formatMoney(centsOf(com.transfer))}. `}Not needed to list.
    </CardText>
  )
}
