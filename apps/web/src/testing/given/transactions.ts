import type { CallOutput } from '@pier/protocol/calls/calls'

type Lines = CallOutput<'GET /transactions'>
export type Line = Lines['transactions'][number]

const [lateInTheDay, dayBefore] = ['2026-10-12T23:30:00.000Z', '2026-10-11T09:00:00.000Z']

/** A completed top-up by card. */
export const line = (change: Partial<Line> = {}): Line => ({
  id: crypto.randomUUID(),
  type: 'Top-up',
  amount: 150,
  method: 'Card',
  status: 'DONE',
  created_at: dayBefore,
  reference: 'TU-88201',
  domain: null,
  note: null,
  can_cancel: false,
  ...change,
})

const changes: Partial<Line>[] = [
  { amount: -12.18, type: 'Transfer-in fee', domain: 'ferrywire.net', method: 'Site balance' },
  { status: 'PENDING', note: 'Held until the transfer arrives', created_at: lateInTheDay },
  { amount: 79.62, method: 'Cryptocurrency', note: '$80.00 requested, $79.62 received' },
  { status: 'FAILED', note: 'Nothing arrived in time' },
  { status: 'REVERSED', type: 'Withdrawal', amount: -20, note: 'You cancelled it' },
  { status: 'PENDING', type: 'Withdrawal', amount: -40, can_cancel: true },
  ...Array.from({ length: 6 }, () => ({})),
]
const everyLine = changes.map((change, index) =>
  line({ reference: `TU-${88_213 - index}`, ...change }),
)

/** The requested page of this many lines, one of every kind first. */
export function listLines(count: number, query: URLSearchParams): Lines {
  const [limit, at] = [Number(query.get('limit')), Number(query.get('page'))]
  return {
    transactions: everyLine.slice(0, count).slice((at - 1) * limit, at * limit),
    pages: Math.ceil(count / limit),
    available: 184.2,
    held: 23.24,
    holds: 2,
    reconciliation: { at: '2026-10-14T05:00:00.000Z', difference: 0 },
  }
}

/** For a new user. */
export const noLines: Lines = {
  transactions: [],
  pages: 0,
  available: 0,
  held: 0,
  holds: 0,
  reconciliation: null,
}
