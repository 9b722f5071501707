import { useQuery } from '@tanstack/react-query'
import { call } from './client/client.ts'

/** What the registries ask, by ending. */
export const usePrices = () =>
  useQuery({ queryKey: ['prices'], queryFn: () => call('GET /prices') })
