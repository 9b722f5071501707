import { useState } from 'react'
import type { Found } from './quote-view.ts'

/** A quote stays while a later look at the same name fails: somebody may be typing terms into it. */
export function useLastQuote(found: Found, name: string): Found {
  const [last, setLast] = useState(found)
  if (found.kind === 'quote' && found !== last) setLast(found)
  const isFailed = found.kind === 'limited' || found.kind === 'failed'
  return isFailed && last.kind === 'quote' && last.quote.name === name ? last : found
}
