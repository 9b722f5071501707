import type { LoanRow } from '../../api/loans/loans.ts'
import type { Offer } from '../../api/offers.ts'
import { describeTerms } from '../../offers/offer-text.ts'

/** A next action: what to do, by when, and what happens otherwise. */
export type Move = {
  key: string
  domain: string
  what: string
  by: string | null
  /** How many there are; `by` is then the deadline of the first. */
  count: number
  otherwise: string
  action: { label: string; to: string }
}

export type LoanLists = {
  received: readonly Offer[]
  sent: readonly Offer[]
  borrowed: readonly LoanRow[]
  lent: readonly LoanRow[]
}

const words = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten']

/** "three", up to ten; "11" after that. */
export const numberWord = (count: number): string => words[count] ?? String(count)

/**
 * All your next actions, soonest first. Received offers on one domain are one action; each counter
 * to a sent offer is its own.
 */
export const listMoves = ({ received, sent, borrowed, lent }: LoanLists): Move[] =>
  [
    ...groupByDomain(received.filter(({ your_move }) => your_move)).map(offersMove),
    ...sent.filter(({ your_move }) => your_move).map(counterMove),
    ...borrowed.filter(({ your_move }) => your_move).map(loanMove),
    ...lent.filter(({ your_move }) => your_move).map(loanMove),
  ].toSorted(bySoonest)

/** Loans on which the other side, or an operator, acts next. */
export const listOthersMoves = ({ borrowed, lent }: LoanLists): Move[] =>
  [
    ...borrowed.filter(isWithOthers).map(loanMove),
    ...lent.filter(isWithOthers).map(loanMove),
  ].toSorted(bySoonest)

/** One group per domain: offers on different domains do not compete. */
export function groupByDomain(offers: readonly Offer[]): Offer[][] {
  const groups = new Map<string, Offer[]>()
  for (const offer of offers)
    groups.set(offer.domain_id, [...(groups.get(offer.domain_id) ?? []), offer])
  return [...groups.values()]
}

export const isOpen = ({ status }: Pick<LoanRow, 'status'>): boolean =>
  status !== 'CANCELLED' && !status.startsWith('FINALIZED_')

const isWithOthers = (row: LoanRow) => isOpen(row) && !row.your_move

const bySoonest = (one: Move, other: Move) => timeOf(one) - timeOf(other)

const timeOf = ({ by }: Move) => (by ? Date.parse(by) : Number.POSITIVE_INFINITY)

function offersMove(offers: Offer[]): Move {
  const soonest = offers.toSorted((a, b) => a.expires_at.localeCompare(b.expires_at))
  const [first] = soonest
  const ids = soonest.map(({ id }) => id).join(',')
  const isOne = offers.length === 1
  return {
    key: `offers ${first?.domain_id}`,
    domain: first?.domain ?? '',
    what: isOne && first ? `Offer: ${describeTerms(first)}` : `Compare ${offers.length} offers`,
    by: first?.expires_at ?? null,
    count: offers.length,
    otherwise: expiryText(offers.length - 1),
    action: { label: isOne ? 'Answer' : 'Compare', to: `/app/borrow?compare=${ids}#compare` },
  }
}

function expiryText(others: number): string {
  if (others === 0) return 'The offer expires.'
  return others === 1
    ? 'That offer expires. The other stays open.'
    : `That offer expires. The other ${numberWord(others)} stay open.`
}

const counterMove = (offer: Offer): Move => ({
  key: `counter ${offer.id}`,
  domain: offer.domain,
  what: `Counteroffer: ${describeTerms(offer)}`,
  by: offer.expires_at,
  count: 1,
  otherwise: 'The counteroffer expires.',
  action: { label: 'Answer', to: '/app/lend#offers' },
})

/** The server supplies the texts: what is to be done, and what happens otherwise. */
const loanMove = (row: LoanRow): Move => ({
  key: `loan ${row.id}`,
  domain: row.domain,
  what: row.move,
  by: row.deadline_at,
  count: 1,
  otherwise: row.on_deadline && `${row.on_deadline}.`,
  action: {
    label: row.status === 'PENDING_SIGNATURE' && row.your_move ? 'Sign' : 'Open',
    to: `/app/escrow/${row.id}`,
  },
})
