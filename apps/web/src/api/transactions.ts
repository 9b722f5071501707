import type { CallOutput } from '@pier/protocol/calls/calls'
import { limits } from '@pier/protocol/limits'
import { keepPreviousData, type QueryClient, useQuery } from '@tanstack/react-query'
import { call } from './client/client.ts'
import { reload } from './client/reload.ts'
import { userKeys } from './users.ts'

export type TransactionList = CallOutput<'GET /transactions'>
export type Transaction = TransactionList['transactions'][number]

export const transactionKeys = {
  all: ['transactions'],
  list: (page: number) => ['transactions', 'list', page],
  withdrawal: ['transactions', 'withdrawal'],
} as const

/** While another page loads, what stands above the rows stays. */
export const useTransactions = (page: number) =>
  useQuery({
    queryKey: transactionKeys.list(page),
    queryFn: () =>
      call('GET /transactions', {
        query: { page: String(page), limit: String(limits.transactionsPerPage) },
      }),
    placeholderData: keepPreviousData,
  })

/** Always asked anew: what could be withdrawn a minute ago may be held now. */
export const useWithdrawalChance = () =>
  useQuery({
    queryKey: transactionKeys.withdrawal,
    queryFn: () => call('GET /transactions/withdrawal'),
    staleTime: 0,
    gcTime: 0,
  })

/** Money moved: what shows the balance or its lines is read anew. */
export const reloadBalance = (queries: QueryClient) =>
  Promise.all([userKeys.self, transactionKeys.all].map((queryKey) => reload(queries, queryKey)))
