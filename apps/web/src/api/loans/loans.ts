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
/** One loan, whole, as the reader's side sees it. */
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
  // Not below `all`: news about a loan must not ask for the price again.
  advanceQuote: (id: string) => ['advance-quote', id],
} as const

/** What an accepted, answered or ended offer changes. */
const listedKeys = [offerKeys.all, loanKeys.all] as const

/** While another page loads, what stands around the rows stays. */
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

/** News come by themselves; the rest is for who has lost the stream. */
export const useLoan = (id: string) => useQuery({ ...oneLoan(id), refetchInterval: lookAgainMs })

/** On which side of it the reader stands, once its screen has read it. Asks for nothing itself. */
export const useRoleIn = (id: string) =>
  useQuery({ ...oneLoan(id), enabled: false, select: ({ role }) => role }).data

/** What ends the loan on a day. While another day is read, the last sum stays. */
export const usePayoff = (id: string, date: string) =>
  useQuery({
    queryKey: loanKeys.payoff(id, date),
    queryFn: () => call('GET /escrow/:id/payoff', { params: { id }, query: { date } }),
    placeholderData: keepPreviousData,
  })

const askAgainMs = 1000

/** The registry is asked by the first call, and the next ones hear what it said. */
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

/** What happened to a loan, oldest first: the newest of it, and more when that is asked for. */
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

/** Pages move on when something happens between two of them: a line may stand in both. */
function joinPages(pages: CallOutput<'GET /escrow/:id/events'>[]) {
  const all = pages.toReversed().flatMap(({ events }) => events)
  return [...new Map(all.map((event) => [event.seq, event])).values()]
}

/** The answer to an action is the loan after it: it is shown before everything is read anew. */
export const showLoan = (queries: QueryClient, loan: Loan) =>
  queries.setQueryData(loanKeys.one(loan.id), loan)

/** Something happened to an offer or a loan: what shows any of them is read anew. */
export const reloadLoans = (queries: QueryClient) =>
  Promise.all(listedKeys.map((queryKey) => reload(queries, queryKey)))
