import { centsOf, formatMoney } from '@pier/protocol/money'
import type { Operation, Quote } from '../../../../api/domains.ts'
import { fullDay } from '../../../../text/date-text.ts'
import { FigureList } from '../../../../ui/display/figure-list.tsx'
import { SkeletonBar } from '../../../../ui/feedback/skeleton-bar.tsx'
import { VisuallyHidden } from '../../../../ui/display/visually-hidden.tsx'

type QuoteFiguresProps = { quote: Quote | undefined; operation: Operation }

/** The registry's price. Until it has answered, the figures are placeholder boxes. */
export function QuoteFigures({ quote, operation }: QuoteFiguresProps) {
  const isAsking = !quote || quote.state === 'asking'
  if (quote?.state === 'refused') return null // Its message says why there is no price.
  const fee = operation === 'renew' ? 'Renewal, one year' : 'Registry fee'
  const until = quote?.valid_until ? `, quoted until ${fullDay(quote.valid_until)}` : ''
  return (
    <div aria-live="polite" aria-busy={isAsking}>
      {isAsking && <VisuallyHidden>Getting the price from the registry</VisuallyHidden>}
      <FigureList
        figures={[
          { label: `${fee}${until}`, value: <Figure dollars={quote?.amount} /> },
          ...(operation === 'transfer'
            ? [{ label: 'Renewal after 1 year here', value: <Figure dollars={quote?.renewal} /> }]
            : []),
          { label: 'Available balance', value: <Figure dollars={quote?.available} /> },
        ]}
      />
    </div>
  )
}

function Figure({ dollars }: { dollars: number | null | undefined }) {
  if (dollars === undefined || dollars === null) return <SkeletonBar width={64} height={16} />
  return formatMoney(centsOf(dollars))
}

/** How much is missing from the balance; 0 while the price is not known. */
export function missingCents(quote: Pick<Quote, 'amount' | 'available'> | undefined): number {
  if (!quote || quote.amount === null) return 0
  return Math.max(centsOf(quote.amount) - centsOf(quote.available), 0)
}
