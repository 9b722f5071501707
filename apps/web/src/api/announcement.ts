import { useQuery } from '@tanstack/react-query'
import { call } from './client/client.ts'

const everyMs = 300_000

/** What everybody is to know now. */
export const useAnnouncement = () =>
  useQuery({
    queryKey: ['announcement'],
    queryFn: () => call('GET /announcement'),
    refetchInterval: everyMs,
  })
