import type { Route } from './+types/listing-picture'
import { drawCard } from './draw-card.server.ts'
import { findListing } from './read-listing.server.ts'

/** The preview picture of a link to a listing. */
export async function loader({ request, params }: Route.LoaderArgs) {
  const listing = await findListing(params.id, request)
  if (!listing) return new Response(null, { status: 404 })
  return new Response(new Uint8Array(await drawCard(listing)), {
    headers: { 'content-type': 'image/png', 'cache-control': 'public, max-age=3600' },
  })
}
