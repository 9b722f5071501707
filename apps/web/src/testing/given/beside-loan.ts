import type { CallOutput } from '@pier/protocol/calls/calls'
import { dayMs } from '@pier/protocol/time'
import type { Answers } from '../screen/fake-server.ts'

type Event = CallOutput<'GET /escrow/:id/events'>['events'][number]

/** The events of a loan, as the server sends them. */
const events: Event[] = (
  [
    ['accept', 'BORROWER', 'You accepted the offer'],
    ['sign', 'LENDER', 'Teodor Nyberg signed the agreement'],
    ['sign', 'BORROWER', 'You signed the agreement'],
    ['receiveDomain', 'SYSTEM', 'The domain is in custody and locked'],
    ['markPaid', 'LENDER', 'Teodor Nyberg marked the loan paid'],
    ['confirmReceipt', 'BORROWER', 'You confirmed receipt of the loan money'],
    ['nameservers', 'BORROWER', 'You changed the nameservers'],
    ['remind', 'SYSTEM', 'Reminder sent'],
  ] as const
).map(([action, by, words], index) => ({
  seq: index + 1,
  at: new Date(Date.UTC(2026, 6, 1 + index, 9)).toISOString(),
  action,
  by,
  words,
  hash: String(index).repeat(64),
}))

/** The registry's view of a loan's domain, seen today: in custody and locked. */
export const nameNow: CallOutput<'GET /escrow/:id/name'> = {
  state: 'known',
  source: 'Registry, as its registrar',
  checked_at: '2026-10-14T14:02:00.000Z',
  is_fresh: true,
  is_asked: false,
  is_held: true,
  registrar: 'Pier Registrar',
  is_locked: true,
  expires_at: '2028-05-02T00:00:00.000Z',
  ends_soon: false,
  nameservers: ['ns1.fairwater-dns.example', 'ns2.fairwater-dns.example'],
  problems: [],
  loan_on_it: 'this',
}

const noMessages: CallOutput<'GET /escrow/:id/messages'> = {
  messages: [],
  unread: 0,
  other_read_until: null,
}

export const nameservers: CallOutput<'GET /escrow/:id/nameservers'> = {
  nameservers: ['ns1.fairwater-dns.example', 'ns2.fairwater-dns.example'],
  can_edit: true,
  frozen: null,
  last_changed_at: null,
  can_undo: false,
  changes_left: 10,
}

/** Five dollars of interest a day since the first of October, and a renewal that the lender paid. */
function payoffOn(date: string): CallOutput<'GET /escrow/:id/payoff'> {
  const interest = 5 * Math.round((Date.parse(date) - Date.UTC(2026, 9, 1)) / dayMs)
  const split = { principal: 14_500, interest, advances: 12.18 }
  return { date, per_diem: 5, ...split, amount: 14_500 + interest + 12.18 }
}

/** What the screen of a loan loads besides the loan, for tests about something else. */
export const besideLoan: Answers = {
  'GET /escrow/:id/events': { events, pages: 1, total: events.length },
  'GET /escrow/:id/messages': noMessages,
  'GET /escrow/:id/case': { case: null },
  'GET /escrow/:id/files': { files: [] },
  'GET /escrow/:id/name': nameNow,
  'GET /escrow/:id/nameservers': nameservers,
  'GET /escrow/:id/payoff': ({ query }) => payoffOn(query.get('date') ?? ''),
  'POST /escrow/:id/read': null,
}
