import type { CallOutput } from '@pier/protocol/calls/calls'
import { type QueryClient, useQuery } from '@tanstack/react-query'
import { call, download } from '../client/client.ts'

export type ToSign = CallOutput<'GET /agreements/:token'>

/** Below the loans key: an event about a loan may decide whether it can still be signed. */
const toSignKey = (token: string) => ['loans', 'to-sign', token]

export const useToSign = (token: string) =>
  useQuery({
    queryKey: toSignKey(token),
    queryFn: () => call('GET /agreements/:token', { params: { token } }),
  })

/** Signing returns the agreement after it, which is shown at once. */
export const showToSign = (queries: QueryClient, token: string, toSign: ToSign) =>
  queries.setQueryData(toSignKey(token), toSign)

/** The document is printed once and never changes, so it is fetched once. */
export const useDocument = (token: string) =>
  useQuery({
    queryKey: ['agreement', token],
    queryFn: () => readDocument(token),
    staleTime: Infinity,
    refetchOnWindowFocus: false,
  })

/**
 * An object URL of the document, valid as long as the tab, and the hash of the same bytes: what is
 * signed is what the reader saw.
 */
async function readDocument(token: string) {
  const { content } = await download('GET /agreements/:token/document', { params: { token } })
  const bytes = await content.arrayBuffer()
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  const sha256 = [...hash].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return { url: URL.createObjectURL(new Blob([bytes], { type: 'application/pdf' })), sha256 }
}
