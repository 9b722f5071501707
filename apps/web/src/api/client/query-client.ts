import { QueryClient } from '@tanstack/react-query'
import { ApiError } from './api-error.ts'

const worthRetrying = (error: unknown) => error instanceof ApiError && error.status >= 500

/** The query cache of a tab. A refusal is not retried. */
export function openQueryClient() {
  const retry = (failures: number, error: unknown) => failures < 2 && worthRetrying(error)
  return new QueryClient({ defaultOptions: { queries: { retry, staleTime: 10_000 } } })
}
