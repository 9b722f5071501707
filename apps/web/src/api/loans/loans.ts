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

export type LoanList = CallOutput<'POST /escrow/borrower'>
export type LoanRow = LoanList['escrows'][number]
export type Role = 'borrower' | 'lender'
/** One loan with all details, as the reader's party sees it. */
export type Loan = CallOutput<'GET /escrow/:id'>

const calls = { borrower: 'POST /escrow/borrower', lender: 'POST /escrow/lender' } as const

const lookAgainMs = 60_000

const loanKeys = {
  all: ['loans'],
  list: (role: Role, page: number) => ['loans', role, page],
  newest: (role: Role) => ['loans', role, 'newest'],
  one: (id: string) => ['loans', 'one', id],
  events: (id: string) => ['loans', 'events', id],
  payoff: (id: string, date: string) => ['loans', 'payoff', id, date],
  // Not below `all`: an event about a loan must not request the price again.
  advanceQuote: (id: string) => ['advance-quote', id],
} as const

/** What an accepted, answered or ended offer changes. */
const listedKeys = [offerKeys.all, loanKeys.all] as const

/** While another page loads, what is around the rows stays on screen. */
export const useLoans = (role: Role, page: number) =>
  useQuery({
    queryKey: loanKeys.list(role, page),
    queryFn: () => call(calls[role], { body: { page, limit: limits.offersPerPage } }),
    placeholderData: keepPreviousData,
  })

export const useNewestLoans = (role: Role) =>
  useQuery({
    queryKey: loanKeys.newest(role),
    queryFn: () => call(calls[role], { body: { page: 1, limit: limits.pageSizeMax } }),
  })

const oneLoan = (id: string) => ({
  queryKey: loanKeys.one(id),
  queryFn: () => call('GET /escrow/:id', { params: { id } }),
})

/** Live events reload it; the slow polling is for a lost stream. */
export const useLoan = (id: string) => useQuery({ ...oneLoan(id), refetchInterval: lookAgainMs })

/** The reader's role in a loan, once its screen has loaded it. Makes no request itself. */
export const useRoleIn = (id: string) =>
  useQuery({ ...oneLoan(id), enabled: false, select: ({ role }) => role }).data

/** The payoff on a given day. While another day loads, the last sum stays. */
export const usePayoff = (id: string, date: string) =>
  useQuery({
    queryKey: loanKeys.payoff(id, date),
    queryFn: () => call('GET /escrow/:id/payoff', { params: { id }, query: { date } }),
    placeholderData: keepPreviousData,
  })

const askAgainMs = 1000

/** The first call asks the registry; later calls return its answer. */
export const useAdvanceQuote = (id: string) =>
  useQuery({
    queryKey: loanKeys.advanceQuote(id),
    queryFn: () => call('POST /escrow/:id/advance/quote', { params: { id } }),
    refetchInterval: ({ state }) => (state.data?.state === 'asking' ? askAgainMs : false),
    refetchOnWindowFocus: false,
    staleTime: 0,
    gcTime: 0,
  })

const eventsAtOnce = String(limits.eventsPerPageMax)

/** The events of a loan, oldest first: the newest page, and older ones on request. */
export const useLoanEvents = (id: string) =>
  useInfiniteQuery({
    queryKey: loanKeys.events(id),
    queryFn: ({ pageParam: page }) =>
      call('GET /escrow/:id/events', {
        params: { id },
        query: { page: String(page), limit: eventsAtOnce },
      }),
    initialPageParam: 1,
    getNextPageParam: ({ pages }, _all, page) => (page < pages ? page + 1 : undefined),
    select: ({ pages }) => ({ events: joinPages(pages), total: pages[0]?.total ?? 0 }),
  })

/** Pages shift when an event happens between two requests, so an event may be in both. */
function joinPages(pages: CallOutput<'GET /escrow/:id/events'>[]) {
  const all = pages.toReversed().flatMap(({ events }) => events)
  return [...new Map(all.map((event) => [event.seq, event])).values()]
}

/** An action returns the loan after it, which is shown before everything is reloaded. */
export const showLoan = (queries: QueryClient, loan: Loan) =>
  queries.setQueryData(loanKeys.one(loan.id), loan)

/** Reloads every query that shows an offer or a loan. */
export const reloadLoans = (queries: QueryClient) =>
  Promise.all(listedKeys.map((queryKey) => reload(queries, queryKey)))
