import { useQuery } from '@tanstack/react-query'
import { send } from './client.ts'

const everyMs = 300_000

/** What everybody is to know now. It is read by nobody in particular. */
export const useAnnouncement = () =>
  useQuery({
    queryKey: ['announcement'],
    queryFn: () => send('GET /announcement', undefined),
    refetchInterval: everyMs,
  })
