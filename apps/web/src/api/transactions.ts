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

/** While another page loads, what is above the rows stays on screen. */
export const useTransactions = (page: number) =>
  useQuery({
    queryKey: transactionKeys.list(page),
    queryFn: () =>
      call('GET /transactions', {
        query: { page: String(page), limit: String(limits.transactionsPerPage) },
      }),
    placeholderData: keepPreviousData,
  })

/** Never cached: what could be withdrawn a minute ago may be reserved now. */
export const useWithdrawalChance = () =>
  useQuery({
    queryKey: transactionKeys.withdrawal,
    queryFn: () => call('GET /transactions/withdrawal'),
    staleTime: 0,
    gcTime: 0,
  })

/** Reloads the balance and the transactions after money has moved. */
export const reloadBalance = (queries: QueryClient) =>
  Promise.all([userKeys.self, transactionKeys.all].map((queryKey) => reload(queries, queryKey)))
