import { QueryClient } from '@tanstack/react-query'
import { ApiError } from './api-error.ts'

const worthRetrying = (error: unknown) => error instanceof ApiError && error.status >= 500

/** What the server said, kept for a tab. A refusal is not asked for again. */
export function openQueryClient() {
  const retry = (failures: number, error: unknown) => failures < 2 && worthRetrying(error)
  return new QueryClient({ defaultOptions: { queries: { retry, staleTime: 10_000 } } })
}
