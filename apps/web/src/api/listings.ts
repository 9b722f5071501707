import type { CallInput, CallOutput } from '@pier/protocol/calls/calls'
import { limits } from '@pier/protocol/limits'
import { type QueryClient, useQuery } from '@tanstack/react-query'
import { call } from './client/client.ts'
import { reload } from './client/reload.ts'

type ListingPage = CallOutput<'GET /listings'>
type ListingQuery = CallInput<'GET /listings'>['query']
export type Listing = ListingPage['listings'][number]
export type ListingDetails = CallOutput<'GET /listings/:id'>
export type ListingFilters = CallInput<'POST /searches'>['query']
export type ListingSort = NonNullable<ListingQuery['sort']>

export type DirectoryView = { page: number; sort: ListingSort; filters: ListingFilters }
/** One page of the matches, and how many listings there are in all. */
export type DirectoryPage = ListingPage & { all: number }

type AskServer = (query: ListingQuery) => Promise<ListingPage>

/** Reads one page of the directory; the caller supplies the way to the server. */
export async function readDirectory(
  askServer: AskServer,
  { page, sort, filters }: DirectoryView,
): Promise<DirectoryPage> {
  const isFiltered = Object.keys(filters).length > 0
  const query = { ...filters, sort, page: String(page), limit: String(limits.listingsPerPage) }
  const [found, all] = await Promise.all([
    askServer(query),
    isFiltered ? askServer({ limit: '1' }) : null,
  ])
  return { ...found, all: (all ?? found).total }
}

export const useDirectory = (view: DirectoryView) =>
  useQuery({
    queryKey: ['listings', 'list', view],
    queryFn: () => readDirectory((query) => call('GET /listings', { query }), view),
  })

/** The newest listings, and how many there are in all. */
export const useNewestListings = (count: number) =>
  useQuery({
    queryKey: ['listings', 'newest', count],
    queryFn: () => call('GET /listings', { query: { sort: 'newest', limit: String(count) } }),
  })

export const useListing = (id: string) =>
  useQuery({
    queryKey: ['listings', 'one', id],
    queryFn: () => call('GET /listings/:id', { params: { id } }),
  })

/** Reloads every query that shows a listing. */
export const reloadListings = (queries: QueryClient) => reload(queries, ['listings'])
