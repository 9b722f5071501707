import { brand } from '@pier/protocol/brand'
import { publicHome } from '../../listings/directory-address.ts'
import { pageOrigin } from '../../shell/public/head-tags.tsx'
import { readNewListings, type FeedItem } from './new-listings.server.ts'
import type { Route } from './+types/feed-xml'

/** New listings as RSS 2.0. */
export async function loader({ request }: Route.LoaderArgs) {
  return new Response(rss(await readNewListings(request), pageOrigin), {
    headers: {
      'content-type': 'application/rss+xml; charset=utf-8',
      'cache-control': 'public, max-age=60',
    },
  })
}

export function rss(items: FeedItem[], origin: string): string {
  const entries = items.map(
    ({ url, title, text }) =>
      `<item><title>${escape(title)}</title><link>${escape(url)}</link><guid>${escape(url)}</guid><description>${escape(text)}</description></item>`,
  )
  return `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel><title>${escape(`New listings on ${brand.name}`)}</title><link>${origin}${publicHome}</link><atom:link href="${origin}/feed.xml" rel="self" type="application/rss+xml"/><description>Owners of domain names who ask for a loan, newest first.</description><language>en</language>${entries.join('')}</channel></rss>
`
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
/** Titles hold names that people chose. */
const escape = (text: string) => text.replaceAll(/[&<>"]/g, (sign) => entities[sign] ?? sign)
