import { limits } from '@pier/protocol/limits'
import { type Call, readForAll } from '../../api/client/read-for-all.server.ts'
import { hrefOfListing, publicHome } from '../../listings/directory-address.ts'
import { contentPaths } from '../../prose/content.server.ts'
import { pageOrigin } from '../../shell/public/head-tags.tsx'
import type { Route } from './+types/sitemap'

const pagesMax = 10

const readPaths = readForAll(600_000, listPaths)

/** The pages for search engines: ours, and the newest listings. The rest is found page by page. */
export async function loader({ request }: Route.LoaderArgs) {
  const paths = await readPaths(request)
  const urls = paths.map((path) => `<url><loc>${pageOrigin}${path}</loc></url>`)
  return new Response(
    `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls.join('')}</urlset>\n`,
    { headers: { 'content-type': 'application/xml', 'cache-control': 'public, max-age=600' } },
  )
}

async function listPaths(call: Call): Promise<string[]> {
  const texts = contentPaths('pages').filter((path) => !path.startsWith('pages/old/'))
  const addresses = texts.map((path) => path.replace('pages', ''))
  const articles = contentPaths('help').map((path) => `/help/${path.split('/').at(-1)}`)
  const ours = ['/', publicHome, '/numbers', '/custody', '/quote', '/report', '/contact', '/help']
  const paths = [...ours, ...addresses, ...articles]
  for (let page = 1; page <= pagesMax; page++) {
    const query = { page: String(page), limit: String(limits.pageSizeMax) }
    const { listings, pages } = await call('GET /listings', { query })
    paths.push(...listings.map(({ id }) => hrefOfListing(publicHome, id)))
    if (page >= pages) break
  }
  return paths
}
