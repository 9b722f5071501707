import type { CallOutput } from '@pier/protocol/calls/calls'

export type Quote = CallOutput<'GET /quotes/:name'>

/** What the page of a quote has to show: the quote, or why there is none. */
export type Found =
  | { kind: 'quote'; quote: Quote; part: string | null }
  | { kind: 'refused'; message: string; typed: string }
  | { kind: 'limited' }
  | { kind: 'failed' }
