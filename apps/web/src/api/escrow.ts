import type { CallOutput } from '@pier/protocol/calls/calls'
import { limits } from '@pier/protocol/limits'
import { keepPreviousData, type QueryClient, useQuery } from '@tanstack/react-query'
import { call } from './client.ts'
import { offerKeys } from './offers.ts'
import { reload } from './reload.ts'

export type EscrowList = CallOutput<'POST /escrow/borrower'>
export type EscrowRow = EscrowList['escrows'][number]
export type Role = 'borrower' | 'lender'

const calls = { borrower: 'POST /escrow/borrower', lender: 'POST /escrow/lender' } as const

const escrowKeys = {
  all: ['escrow'],
  list: (role: Role, page: number) => ['escrow', role, page],
  newest: (role: Role) => ['escrow', role, 'newest'],
} as const

/** What an accepted, answered or ended offer changes. */
export const loanKeys = [offerKeys.all, escrowKeys.all] as const

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

/** Something happened to an offer or a loan: what shows any of them is read anew. */
export const reloadLoans = (queries: QueryClient) =>
  Promise.all(loanKeys.map((queryKey) => reload(queries, queryKey)))
