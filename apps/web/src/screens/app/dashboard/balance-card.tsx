import { centsOf } from '@pier/protocol/money'
import { useTransactions } from '../../../api/transactions.ts'
import { LoadFailed } from '../../../shell/failures/load-failed.tsx'
import { Money } from '../../../money/money.tsx'
import { CardFigure, CardLines, CardText, SummaryCard } from './summary-card.tsx'

export function BalanceCard() {
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
          <CardText>Pays registry fees only. Never used for loan money.</CardText>
          <CardLines
            lines={[
              { label: heldLabel(data.holds), value: <Money amountCents={centsOf(data.held)} /> },
            ]}
          />
        </>
      )}
    </SummaryCard>
  )
}

function heldLabel(holds: number): string {
  if (holds === 0) return 'Held'
  return holds === 1 ? 'Held by 1 hold' : `Held by ${holds} holds`
}
