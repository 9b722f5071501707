import { Button } from '@mantine/core'
import { limits } from '@pier/protocol/limits'
import { useState } from 'react'
import { Link } from 'react-router'
import { messageOf, referenceOf } from '../../api/client/api-error.ts'
import type { DirectoryPage, Listing } from '../../api/listings.ts'
import { lateDialog } from '../../ui/dialog/late-dialog.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { Pager } from '../../ui/table/pager.tsx'
import { ListingCard } from './listing-card.tsx'
import { SkeletonCard } from './skeleton-card.tsx'
import { AlertButton } from './alert-button.tsx'
import { askedOf } from '../asked-of.ts'
import { hrefOfListing, hrefOfView } from '../directory-address.ts'
import { noteOf } from '../directory-text.ts'
import styles from './directory.module.css'
import { FilterBar, type FilterProps } from './filter-bar.tsx'
import { ResultLine } from './result-line.tsx'

const skeletonCards = 20

const offerDialog = lateDialog(
  async () => (await import('../make-offer/offer-dialog.tsx')).OfferDialog,
)

export type DirectoryState =
  | { kind: 'loading' }
  | { kind: 'failed'; error: unknown; onRetry: () => void }
  | { kind: 'found'; page: DirectoryPage; nowMs: number }

type DirectoryProps = FilterProps & { state: DirectoryState }

/** The directory, for visitors and inside the app. Head and filters work while rows load. */
export function Directory({ home, view, state }: DirectoryProps) {
  const found = state.kind === 'found' ? state.page : null
  return (
    <div className={styles.directory}>
      <div className={styles.head}>
        <h1>Domain listings</h1>
        <p>
          Ownership of every domain is verified by DNS before it is listed. Adjusted is the APR for
          this term: APR × days ÷ 365.
        </p>
      </div>
      <FilterBar home={home} view={view} />
      {state.kind !== 'failed' && <ResultLine home={home} view={view} page={found} />}
      <Result home={home} view={view} state={state} />
      {found && (
        <Pager
          label="Listings"
          page={view.page}
          pages={found.pages}
          perPage={limits.listingsPerPage}
          hrefOf={(page) => hrefOfView(home, { ...view, page })}
          always
        />
      )}
    </div>
  )
}

function Result({ home, view, state }: DirectoryProps) {
  if (state.kind === 'failed') return <Failed {...state} />
  if (state.kind === 'loading') return <Skeleton />
  if (state.page.listings.length === 0) return <Nothing {...{ home, view, page: state.page }} />
  return <Cards home={home} listings={state.page.listings} nowMs={state.nowMs} />
}

const Skeleton = () => (
  <div aria-busy="true" aria-label="Listings" className={styles.cards}>
    {Array.from({ length: skeletonCards }, (_, index) => (
      <SkeletonCard key={index} index={index} />
    ))}
  </div>
)

function Cards({ home, listings, nowMs }: Pick<FilterProps, 'home'> & CardsProps) {
  const [chosen, setChosen] = useState<Listing | null>(null)
  const [opened, setOpened] = useState(false)
  const open = (listing: Listing) => {
    setChosen(listing)
    setOpened(true)
  }
  return (
    <>
      <ul className={styles.cards}>
        {listings.map((listing) => (
          <li key={listing.id}>
            <ListingCard
              {...askedOf(listing)}
              custodyReady={listing.custody_ready}
              looksLike={listing.looks_like}
              note={noteOf(listing, nowMs)}
              action={
                <Button
                  variant="default"
                  aria-label={`Make Offer on ${listing.unicode}`}
                  {...offerDialog.whenNear}
                  onClick={() => open(listing)}
                >
                  Make Offer
                </Button>
              }
              more={
                <Button
                  component={Link}
                  to={hrefOfListing(home, listing.id)}
                  variant="subtle"
                  px={12}
                  aria-label={`Passport of ${listing.unicode}`}
                >
                  Passport
                </Button>
              }
            />
          </li>
        ))}
      </ul>
      {chosen && (
        <offerDialog.Part
          asked={askedOf(chosen)}
          opened={opened}
          onClose={() => setOpened(false)}
        />
      )}
    </>
  )
}

type CardsProps = { listings: Listing[]; nowMs: number }

/** Nothing matches, the page is past the last one, or there are no listings yet. */
function Nothing({ home, view, page }: FilterProps & { page: DirectoryPage }) {
  const isFiltered = Object.keys(view.filters).length > 0
  const first = { ...view, page: 1 }
  if (page.total > 0)
    return (
      <EmptyState
        title="This page does not exist."
        action={
          <Button component={Link} to={hrefOfView(home, first)} variant="default">
            Go to page 1
          </Button>
        }
      />
    )
  if (!isFiltered) return <EmptyState title="There are no listings right now." />
  return (
    <EmptyState
      title="No listing matches. Clear filters or set an alert."
      action={
        <div className={styles.next}>
          <Button component={Link} to={hrefOfView(home, { ...first, filters: {} })}>
            Clear filters
          </Button>
          <AlertButton view={view} />
        </div>
      }
    />
  )
}

const Failed = ({ error, onRetry }: { error: unknown; onRetry: () => void }) => (
  <ErrorState
    title="The listings could not be loaded"
    hint={messageOf(error)}
    reference={referenceOf(error)}
    action={
      <Button variant="default" onClick={onRetry}>
        Try again
      </Button>
    }
  />
)
