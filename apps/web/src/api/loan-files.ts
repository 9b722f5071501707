import type { CallOutput } from '@pier/protocol/calls/calls'
import { useQuery } from '@tanstack/react-query'
import { call, upload } from './client.ts'

export type LoanFile = CallOutput<'GET /escrow/:id/files'>['files'][number]
export type LoanNameservers = CallOutput<'GET /escrow/:id/nameservers'>

/** Below the loans, as all that belongs to one. */
export const loanFileKey = (escrowId: string) => ['escrow', 'files', escrowId]
export const loanNameserverKey = (escrowId: string) => ['escrow', 'nameservers', escrowId]

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

/** Headers carry plain letters only, so the name is encoded on its way. */
export const addExhibit = (escrowId: string, file: File) =>
  upload(
    'POST /escrow/:id/evidence',
    { params: { id: escrowId }, headers: { 'x-file-name': encodeURIComponent(file.name) } },
    file,
  )
