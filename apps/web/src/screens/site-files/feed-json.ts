import { brand } from '@pier/protocol/brand'
import { publicHome } from '../../listings/directory-address.ts'
import { pageOrigin } from '../../shell/public/head-tags.tsx'
import { readNewListings } from './new-listings.server.ts'
import type { Route } from './+types/feed-json'

/** New listings as JSON Feed 1.1. */
export async function loader({ request }: Route.LoaderArgs) {
  const items = await readNewListings(request)
  const feed = {
    version: 'https://jsonfeed.org/version/1.1',
    title: `New listings on ${brand.name}`,
    home_page_url: pageOrigin + publicHome,
    feed_url: `${pageOrigin}/feed.json`,
    language: 'en',
    items: items.map(({ url, title, text }) => ({ id: url, url, title, content_text: text })),
  }
  return new Response(JSON.stringify(feed), {
    headers: {
      'content-type': 'application/feed+json; charset=utf-8',
      'cache-control': 'public, max-age=60',
    },
  })
}
