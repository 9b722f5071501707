import type { IncomingMessage } from 'node:http'
import { isVersioned, pageSlugs } from '../../src/screens/pages/page-slugs.ts'

/** How long a page is good, counted from when its facts were read. */
export type Freshness = {
  /** Until then it is sent as it is. */
  freshMs: number
  /** Until then it is sent while it is looked at again. After that a visitor waits for that. */
  staleMs: number
}

/** Who changes a listing sees it within a second, of which the API may take nine tenths. */
const listings: Freshness = { freshMs: 80, staleMs: 100 }
const texts: Freshness = { freshMs: 500, staleMs: 2000 }

/**
 * A page whose facts are still the same is rendered anew after this time, as some of them age: "in 3
 * hours". To read them is far cheaper than to render them.
 */
export const keptMs = 5000

/**
 * The pages that all visitors share, by the pattern of their address. Nothing shapes them but their
 * path: no cookie, no language, no search. What a token or a code opens is not among them.
 */
const shared = new Map<string, Freshness>([
  ['/', texts],
  ['/domains/:page?', listings],
  ['/domains/listing/:id', listings],
  ['/help', texts],
  ['/help/:article', texts],
  ['/quote', texts],
  ['/contact', texts],
  ['/report', texts],
  ['/custody', texts],
  ['/numbers', texts],
  ['/status', texts],
  ['/login', texts],
  ['/register', texts],
  ...pageSlugs.map((slug) => pageOf(isVersioned(slug) ? `/${slug}/:version?` : `/${slug}`)),
])

function pageOf(pattern: string): [string, Freshness] {
  return [pattern, texts]
}

export const freshnessOf = (pattern: string): Freshness | undefined => shared.get(pattern)

export const sharedPatterns = [...shared.keys()]

const pathLengthMax = 200

/**
 * Whether what was asked for may be the same for everybody. A visitor who says who they are, or asks
 * for more than a path, gets a page of their own.
 */
export function isShareable({ method, url = '', headers }: IncomingMessage): boolean {
  return (
    (method === 'GET' || method === 'HEAD') &&
    headers.cookie === undefined &&
    headers.authorization === undefined &&
    headers['x-access-token'] === undefined &&
    url.length <= pathLengthMax &&
    /^\/(?:[\w-]+(?:\/[\w-]+)*)?$/.test(url)
  )
}
