import { brand } from '@pier/protocol/brand'
import { data } from 'react-router'
import { hrefOfListing, publicHome } from '../../listings/directory-address.ts'
import { HeadTags, pageOrigin } from '../../shell/public/head-tags.tsx'
import { NotFoundText } from '../../shell/failures/not-found-text.tsx'
import { ListingPage } from '../../listings/listing-page/listing-page.tsx'
import { StructuredData } from './structured-data.tsx'
import type { Route } from './+types/listing-screen'
import { describe, structuredDataOf, titleOf } from './listing-data.ts'
import styles from './public-listings.module.css'
import { findListing } from './read-listing.server.ts'

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: loaderData?.listing ? titleOf(loaderData.listing) : `It's over · ${brand.name}` },
]

export async function loader({ request, params }: Route.LoaderArgs) {
  const listing = await findListing(params.id, request)
  return data({ listing, nowMs: Date.now() }, { status: listing ? 200 : 404 })
}

export default function ListingScreen({ loaderData: { listing, nowMs } }: Route.ComponentProps) {
  if (!listing)
    return (
      <div className={styles.page}>
        <NotFoundText start="/" listings={publicHome} />
      </div>
    )
  const path = hrefOfListing(publicHome, listing.id)
  return (
    <div className={styles.page}>
      <HeadTags
        title={titleOf(listing)}
        description={describe(listing)}
        path={path}
        indexed={listing.is_open}
        image={{ path: `${path}/card.png`, alt: describe(listing) }}
      />
      <StructuredData
        key={listing.id}
        id={`listing-${listing.id}`}
        data={structuredDataOf(listing, pageOrigin)}
      />
      <ListingPage home={publicHome} listing={listing} nowMs={nowMs} />
    </div>
  )
}
