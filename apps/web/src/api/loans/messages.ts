import type { CallOutput } from '@pier/protocol/calls/calls'
import { type QueryClient, useQuery } from '@tanstack/react-query'
import { call } from '../client/client.ts'
import { reload } from '../client/reload.ts'

export type Chat = CallOutput<'GET /escrow/:id/messages'>
export type Message = Chat['messages'][number]

/** Below the loans key: an event about a loan also reloads its chat. */
const messageKey = (escrowId: string) => ['loans', 'messages', escrowId]

export const useMessages = (escrowId: string) =>
  useQuery({
    queryKey: messageKey(escrowId),
    queryFn: () => call('GET /escrow/:id/messages', { params: { id: escrowId } }),
  })

export const reloadMessages = (queries: QueryClient, escrowId: string) =>
  reload(queries, messageKey(escrowId))
