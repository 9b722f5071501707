import type { CallOutput } from '@pier/protocol/calls/calls'
import { dayMs } from '@pier/protocol/time'
import type { Message } from '../../../../api/loans/messages.ts'

export type LoanEvent = CallOutput<'GET /escrow/:id/events'>['events'][number]

export type ChatLine =
  | { kind: 'day'; key: string; at: string }
  | { kind: 'unread'; key: string }
  | { kind: 'event'; key: string; event: LoanEvent }
  | { kind: 'message'; key: string; message: Message }

/** Messages are also in the event chain, as hashes; here they are shown themselves. */
const isShown = ({ action }: LoanEvent) => action !== 'message'

type ChatParts = {
  messages: readonly Message[]
  events: readonly LoanEvent[]
  /** The first message that was unread when the chat was opened. */
  firstUnreadId: string | null
}

/** Messages and events of the loan in one order, with a line between days. */
export function chatLines({ messages, events, firstUnreadId }: ChatParts): ChatLine[] {
  const said = messages.map((message) => ({ at: message.created_at, message }))
  const happened = events.filter(isShown).map((event) => ({ at: event.at, event }))
  const inOrder = [...happened, ...said].toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at))

  let day = ''
  return inOrder.flatMap((each): ChatLine[] => {
    const isNewDay = dayOf(each.at) !== day
    day = dayOf(each.at)
    const before: ChatLine[] = isNewDay ? [{ kind: 'day', key: day, at: each.at }] : []
    if ('event' in each)
      return [...before, { kind: 'event', key: `event ${each.event.seq}`, event: each.event }]
    const { message } = each
    if (message.id === firstUnreadId) before.push({ kind: 'unread', key: 'unread' })
    return [...before, { kind: 'message', key: message.id, message }]
  })
}

/** The last `unread` messages of the other party are new. */
export function firstUnread({ messages, unread }: { messages: Message[]; unread: number }) {
  const theirs = messages.filter(({ is_own }) => !is_own)
  return unread > 0 ? (theirs.at(-unread)?.id ?? theirs.at(0)?.id ?? null) : null
}

/** The day in the reader's time zone. */
const dayOf = (at: string | number) => new Date(at).toLocaleDateString('sv')

/** "Today", "Yesterday", "3 August", with the year if it is another one. */
export function dayText(at: string, now: number): string {
  if (dayOf(at) === dayOf(now)) return 'Today'
  if (dayOf(at) === dayOf(now - dayMs)) return 'Yesterday'
  const isThisYear = new Date(at).getFullYear() === new Date(now).getFullYear()
  return new Date(at).toLocaleDateString('en-GB', {
    day: 'numeric',
    month: 'long',
    ...(!isThisYear && { year: 'numeric' }),
  })
}

/** "16:02", in the reader's time zone. */
export const clockText = (at: string) =>
  new Date(at).toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' })
