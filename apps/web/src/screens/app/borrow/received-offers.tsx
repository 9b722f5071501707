import { Button, Checkbox } from '@mantine/core'
import { centsOf, formatRate } from '@pier/protocol/money'
import { IconGitCompare } from '@tabler/icons-react'
import { Link } from 'react-router'
import { type Offer, useOffers } from '../../../api/offers.ts'
import { DomainName } from '../../../domains/domain-name.tsx'
import { Money } from '../../../money/money.tsx'
import { OfferActions, type OfferQuestion } from '../../../offers/offer-actions.tsx'
import { OfferStatus } from '../../../offers/offer-status.tsx'
import { OfferTable } from '../../../offers/offer-table.tsx'
import { daysOf, describeTerms, isWaiting } from '../../../offers/offer-text.ts'
import type { Column } from '../../../ui/table/data-table.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import styles from './borrow-screen.module.css'
import type { useCompared } from './use-compared.ts'

/** The target of the Compare button. */
export const compareId = 'compare'

type ReceivedOffersProps = {
  page: number
  hrefOf: (page: number) => string
  compared: ReturnType<typeof useCompared>
  onAsk: (question: OfferQuestion) => void
}

export function ReceivedOffers({ page, hrefOf, compared, onAsk }: ReceivedOffersProps) {
  const query = useOffers('received', page)
  const now = new Date(query.dataUpdatedAt).toISOString()
  const hasSome = query.data?.offers.some(isWaiting) ?? false
  return (
    <OfferTable
      title="Received offers"
      aside={(hasSome || compared.offers.length > 0) && <CompareButton compared={compared} />}
      page={page}
      hrefOf={hrefOf}
      query={query}
      columns={columnsWith({ compared, now, onAsk })}
      empty={
        <EmptyState title="No offers yet" hint="Lenders make offers on your listed domains." />
      }
    />
  )
}

function CompareButton({ compared }: Pick<ReceivedOffersProps, 'compared'>) {
  const { offers, search } = compared
  if (offers.length === 0) return <p>Select offers to compare them</p>
  return (
    <div className={styles.aside}>
      <span>{offers.length} selected</span>
      <Button
        component={Link}
        to={{ search, hash: `#${compareId}` }}
        replace
        size="xs"
        variant="default"
        leftSection={<IconGitCompare size={16} aria-hidden="true" />}
      >
        Compare
      </Button>
    </div>
  )
}

type Around = Pick<ReceivedOffersProps, 'compared' | 'onAsk'> & { now: string }

const columnsWith = ({ compared, now, onAsk }: Around): Column<Offer>[] => [
  {
    key: 'domain',
    header: 'Domain',
    cell: (offer) => <NameCell offer={offer} compared={compared} />,
  },
  { key: 'lender', header: 'Lender', place: 'line', cell: LenderCell },
  {
    key: 'loan',
    header: 'Loan',
    align: 'right',
    cell: ({ loan_amount }) => <Money amountCents={centsOf(loan_amount)} size="column" whole />,
  },
  {
    key: 'term',
    header: 'Term',
    align: 'right',
    place: 'more',
    cell: ({ term }) => daysOf(term),
  },
  {
    key: 'apr',
    header: 'APR',
    align: 'right',
    place: 'more',
    cell: ({ apy }) => formatRate(centsOf(apy)),
  },
  {
    key: 'repay',
    header: 'You repay',
    align: 'right',
    cell: ({ repay }) => <Money amountCents={centsOf(repay)} size="column" />,
  },
  {
    key: 'status',
    header: 'Status',
    place: 'status',
    wrap: true,
    cell: (offer) => <OfferStatus offer={offer} list="received" now={now} />,
  },
  {
    key: 'actions',
    header: 'Actions',
    align: 'right',
    place: 'action',
    wrap: true,
    cell: (offer) => <OfferActions offer={offer} list="received" onAsk={onAsk} />,
  },
]

type NameCellProps = { offer: Offer } & Pick<ReceivedOffersProps, 'compared'>

const NameCell = ({ offer, compared }: NameCellProps) => (
  <span className={styles.name}>
    {isWaiting(offer) ? (
      <Checkbox
        aria-label={`Compare ${offer.other.handle}, ${describeTerms(offer)}`}
        checked={compared.ids.has(offer.id)}
        onChange={() => compared.toggle(offer.id)}
      />
    ) : (
      <span className={styles.noBox} />
    )}
    <DomainName name={offer.domain} size="row" />
  </span>
)

const LenderCell = ({ other, message }: Offer) => (
  <>
    {other.handle}
    {message && <small className={styles.message}>{message}</small>}
  </>
)
