import { useQuery } from '@tanstack/react-query'
import { call } from './client/client.ts'

const everyMs = 300_000

/** The announcement that everybody sees now. */
export const useAnnouncement = () =>
  useQuery({
    queryKey: ['announcement'],
    queryFn: () => call('GET /announcement'),
    refetchInterval: everyMs,
  })
