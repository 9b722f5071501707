import type { CallName } from '@pier/protocol/calls/calls'
import { limits } from '@pier/protocol/limits'
import { pathOf, type Parts } from './call-path.ts'

const newest = `?page=1&limit=${limits.pageSizeMax}`
const newestBody = JSON.stringify({ page: 1, limit: limits.pageSizeMax })

/** The single calls that one call for the frame of the app stands for. */
const frame = {
  self: 'GET /users/self',
  notifications: 'GET /notifications',
  announcement: 'GET /announcement',
  received: `GET /offers/my-offers${newest}`,
  sent: `GET /offers/sent-offers${newest}`,
  borrowed: `POST /escrow/borrower ${newestBody}`,
  lent: `POST /escrow/lender ${newestBody}`,
}

const dashboard = {
  ...frame,
  first_steps: 'GET /users/first-steps',
  domains: `GET /domains${newest}&filter=all`,
  transactions: `GET /transactions?page=1&limit=${limits.transactionsPerPage}`,
}

const loan = (id: string) => ({
  ...frame,
  loan: `GET /escrow/${id}`,
  events: `GET /escrow/${id}/events?page=1&limit=${limits.eventsPerPageMax}`,
  messages: `GET /escrow/${id}/messages`,
  files: `GET /escrow/${id}/files`,
  nameservers: `GET /escrow/${id}/nameservers`,
  name: `GET /escrow/${id}/name`,
})

/** What the first call of a page is about. */
export function subjectOf(page: string): { loanId: string } | 'dashboard' | 'frame' {
  const loanId = /^\/app\/escrow\/([\da-f-]{36})\/?$/.exec(page)?.[1]
  if (loanId) return { loanId }
  return /^\/app\/?$/.test(page) ? 'dashboard' : 'frame'
}

/** Which single calls the first call of a page answers, each under the name of its part. */
function partsOf(page: string): Map<string, string> {
  const subject = subjectOf(page)
  const parts =
    subject === 'frame' ? frame : subject === 'dashboard' ? dashboard : loan(subject.loanId)
  return new Map(Object.entries(parts).map(([part, asked]) => [asked, part]))
}

/** What one call for a whole page answered; null where it failed. */
export type FirstAnswer = Promise<Record<string, unknown> | null>
type First = { page: string; answer: FirstAnswer; parts: Map<string, string>; until: number }

/** A part that nobody has asked for by then is old. */
const keptMs = 10_000
let first: First | undefined

/** From now on the single calls that this answer holds are taken from it, each once. */
export function keepFirstAnswer(page: string, answer: FirstAnswer): void {
  first = { page, answer, parts: partsOf(page), until: Date.now() + keptMs }
}

export const hasFirstAnswer = (page: string): boolean =>
  first?.page === page && Date.now() < first.until

/** Something has changed since: what was not taken yet is asked for by itself. */
export function forgetFirstAnswers(): void {
  first = undefined
}

/** They read, though their filters are sent as a body. */
const readsByPost: ReadonlySet<CallName> = new Set<CallName>([
  'POST /escrow/borrower',
  'POST /escrow/lender',
])

/** Whether a call leaves everything as it was. */
export const isRead = (name: CallName): boolean => name.startsWith('GET ') || readsByPost.has(name)

/** The answer to a single call, if the page's first call holds it. */
export async function takeFirstAnswer(name: CallName, input: Parts): Promise<unknown> {
  const [method = '', path = ''] = name.split(' ')
  const body = input.body === undefined ? '' : ` ${JSON.stringify(input.body)}`
  const asked = `${method} ${pathOf(path, input)}${body}`
  const part = first && Date.now() < first.until ? first.parts.get(asked) : undefined
  if (!first || part === undefined) {
    if (!isRead(name)) forgetFirstAnswers() // It changes what the first call has read.
    return undefined
  }
  const from = first
  from.parts.delete(asked)
  const answer = (await from.answer)?.[part]
  return from === first ? answer : undefined
}
