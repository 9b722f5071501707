import { Button } from '@mantine/core'
import { centsOf, formatRate } from '@pier/protocol/money'
import { Link } from 'react-router'
import { type Offer, useOffers } from '../../../api/offers.ts'
import { DomainName } from '../../../domains/domain-name.tsx'
import { Money } from '../../../money/money.tsx'
import { OfferActions, type OfferQuestion } from '../../../offers/offer-actions.tsx'
import { OfferStatus } from '../../../offers/offer-status.tsx'
import { OfferTable } from '../../../offers/offer-table.tsx'
import { daysOf } from '../../../offers/offer-text.ts'
import type { Column } from '../../../ui/table/data-table.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'

type SentOffersProps = {
  page: number
  hrefOf: (page: number) => string
  onAsk: (question: OfferQuestion) => void
}

export function SentOffers({ page, hrefOf, onAsk }: SentOffersProps) {
  const query = useOffers('sent', page)
  const now = new Date(query.dataUpdatedAt).toISOString()
  return (
    <OfferTable
      title="Sent offers"
      page={page}
      hrefOf={hrefOf}
      query={query}
      columns={columnsWith({ now, onAsk })}
      empty={
        <EmptyState
          title="No offers yet"
          hint="Find a domain to lend against in the listings."
          action={
            <Button component={Link} to="/app/listings" variant="default">
              Browse Listings
            </Button>
          }
        />
      }
    />
  )
}

type Around = Pick<SentOffersProps, 'onAsk'> & { now: string }

const columnsWith = ({ now, onAsk }: Around): Column<Offer>[] => [
  { key: 'domain', header: 'Domain', cell: NameCell },
  {
    key: 'loan',
    header: 'Loan',
    align: 'right',
    cell: ({ loan_amount }) => <Money amountCents={centsOf(loan_amount)} size="column" whole />,
  },
  { key: 'term', header: 'Term', align: 'right', cell: ({ term }) => daysOf(term) },
  {
    key: 'apr',
    header: 'APR',
    align: 'right',
    place: 'more',
    cell: ({ apy }) => formatRate(centsOf(apy)),
  },
  {
    key: 'adjusted',
    header: 'Adjusted',
    align: 'right',
    place: 'more',
    cell: ({ adjusted }) => formatRate(centsOf(adjusted)),
  },
  {
    key: 'status',
    header: 'Status',
    place: 'status',
    wrap: true,
    cell: (offer) => <OfferStatus offer={offer} list="sent" now={now} />,
  },
  {
    key: 'actions',
    header: 'Actions',
    align: 'right',
    place: 'action',
    wrap: true,
    cell: (offer) => <OfferActions offer={offer} list="sent" onAsk={onAsk} />,
  },
]

const NameCell = ({ domain, other }: Offer) => (
  <>
    <DomainName name={domain} size="row" />
    <small>{other.handle}</small>
  </>
)
