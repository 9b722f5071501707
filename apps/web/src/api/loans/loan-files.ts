import type { CallOutput } from '@pier/protocol/calls/calls'
import { useQuery } from '@tanstack/react-query'
import { call, upload } from '../client/client.ts'

export type LoanFile = CallOutput<'GET /escrow/:id/files'>['files'][number]
/** What the registry says about the domain of a loan. */
export type LoanName = CallOutput<'GET /escrow/:id/name'>
export type LoanNameservers = CallOutput<'GET /escrow/:id/nameservers'>

/** Below the loans key, like everything that belongs to a loan. */
export const loanFileKey = (escrowId: string) => ['loans', 'files', escrowId]
export const loanNameserverKey = (escrowId: string) => ['loans', 'nameservers', escrowId]

export const useLoanFiles = (escrowId: string) =>
  useQuery({
    queryKey: loanFileKey(escrowId),
    queryFn: () => call('GET /escrow/:id/files', { params: { id: escrowId } }),
  })

export const useLoanNameservers = (escrowId: string) =>
  useQuery({
    queryKey: loanNameserverKey(escrowId),
    queryFn: () => call('GET /escrow/:id/nameservers', { params: { id: escrowId } }),
  })

const askAgainMs = 3000
const lookAgainMs = 60_000

/** Polls fast while a new lookup is under way, else slowly. */
export const useLoanName = (escrowId: string) =>
  useQuery({
    queryKey: ['loans', 'name', escrowId],
    queryFn: () => call('GET /escrow/:id/name', { params: { id: escrowId } }),
    refetchInterval: ({ state }) => (state.data?.is_asked ? askAgainMs : lookAgainMs),
  })

/** Headers carry ASCII only, so the file name is encoded. */
export const addExhibit = (escrowId: string, file: File) =>
  upload(
    'POST /escrow/:id/evidence',
    { params: { id: escrowId }, headers: { 'x-file-name': encodeURIComponent(file.name) } },
    file,
  )
