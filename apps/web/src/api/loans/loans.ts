import type { CallOutput } from '@pier/protocol/calls/calls'
import { limits } from '@pier/protocol/limits'
import {
  keepPreviousData,
  type QueryClient,
  useInfiniteQuery,
  useQuery,
} from '@tanstack/react-query'
import { call } from '../client/client.ts'
import { offerKeys } from '../offers.ts'
import { reload } from '../client/reload.ts'

export type EscrowList = CallOutput<'POST /escrow/borrower'>
export type EscrowRow = EscrowList['escrows'][number]
export type Role = 'borrower' | 'lender'
/** One loan, whole, as the reader's side sees it. */
export type Escrow = CallOutput<'GET /escrow/:id'>

const calls = { borrower: 'POST /escrow/borrower', lender: 'POST /escrow/lender' } as const

const lookAgainMs = 60_000

const escrowKeys = {
  all: ['escrow'],
  list: (role: Role, page: number) => ['escrow', role, page],
  newest: (role: Role) => ['escrow', role, 'newest'],
  one: (id: string) => ['escrow', 'one', id],
  events: (id: string) => ['escrow', 'events', id],
  payoff: (id: string, date: string) => ['escrow', 'payoff', id, date],
  // Not below `all`: news about a loan must not ask for the price again.
  advanceQuote: (id: string) => ['advance-quote', id],
} as const

/** What an accepted, answered or ended offer changes. */
const loanKeys = [offerKeys.all, escrowKeys.all] as const

/** While another page loads, what stands around the rows stays. */
export const useEscrows = (role: Role, page: number) =>
  useQuery({
    queryKey: escrowKeys.list(role, page),
    queryFn: () => call(calls[role], { body: { page, limit: limits.offersPerPage } }),
    placeholderData: keepPreviousData,
  })

export const useNewestEscrows = (role: Role) =>
  useQuery({
    queryKey: escrowKeys.newest(role),
    queryFn: () => call(calls[role], { body: { page: 1, limit: limits.pageSizeMax } }),
  })

const oneEscrow = (id: string) => ({
  queryKey: escrowKeys.one(id),
  queryFn: () => call('GET /escrow/:id', { params: { id } }),
})

/** News come by themselves; the rest is for who has lost the stream. */
export const useEscrow = (id: string) =>
  useQuery({ ...oneEscrow(id), refetchInterval: lookAgainMs })

/** On which side of it the reader stands, once its screen has read it. Asks for nothing itself. */
export const useRoleIn = (id: string) =>
  useQuery({ ...oneEscrow(id), enabled: false, select: ({ role }) => role }).data

/** What ends the loan on a day. While another day is read, the last sum stays. */
export const usePayoff = (id: string, date: string) =>
  useQuery({
    queryKey: escrowKeys.payoff(id, date),
    queryFn: () => call('GET /escrow/:id/payoff', { params: { id }, query: { date } }),
    placeholderData: keepPreviousData,
  })

const askAgainMs = 1000

/** The registry is asked by the first call, and the next ones hear what it said. */
export const useAdvanceQuote = (id: string) =>
  useQuery({
    queryKey: escrowKeys.advanceQuote(id),
    queryFn: () => call('POST /escrow/:id/advance/quote', { params: { id } }),
    refetchInterval: ({ state }) => (state.data?.state === 'asking' ? askAgainMs : false),
    refetchOnWindowFocus: false,
    staleTime: 0,
    gcTime: 0,
  })

const eventsAtOnce = String(limits.eventsPerPageMax)

/** What happened to a loan, oldest first: the newest of it, and more when that is asked for. */
export const useEscrowEvents = (id: string) =>
  useInfiniteQuery({
    queryKey: escrowKeys.events(id),
    queryFn: ({ pageParam: page }) =>
      call('GET /escrow/:id/events', {
        params: { id },
        query: { page: String(page), limit: eventsAtOnce },
      }),
    initialPageParam: 1,
    getNextPageParam: ({ pages }, _all, page) => (page < pages ? page + 1 : undefined),
    select: ({ pages }) => ({ events: joinPages(pages), total: pages[0]?.total ?? 0 }),
  })

/** Pages move on when something happens between two of them: a line may stand in both. */
function joinPages(pages: CallOutput<'GET /escrow/:id/events'>[]) {
  const all = pages.toReversed().flatMap(({ events }) => events)
  return [...new Map(all.map((event) => [event.seq, event])).values()]
}

/** The answer to an action is the loan after it: it is shown before everything is read anew. */
export const showEscrow = (queries: QueryClient, escrow: Escrow) =>
  queries.setQueryData(escrowKeys.one(escrow.id), escrow)

/** Something happened to an offer or a loan: what shows any of them is read anew. */
export const reloadLoans = (queries: QueryClient) =>
  Promise.all(loanKeys.map((queryKey) => reload(queries, queryKey)))
