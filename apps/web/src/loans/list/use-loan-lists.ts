import { useNewestLoans } from '../../api/loans/loans.ts'
import { useNewestOffers } from '../../api/offers.ts'
import { groupByDomain, type LoanLists } from '../next-action/moves.ts'

/**
 * The first hundred of each list (pending offers first, newest loans first), which the sidebar and
 * the dashboard share.
 */
export function useLoanLists() {
  const received = useNewestOffers('received')
  const sent = useNewestOffers('sent')
  const borrowed = useNewestLoans('borrower')
  const lent = useNewestLoans('lender')
  const all = [received, sent, borrowed, lent]
  const lists: LoanLists | undefined =
    received.data && sent.data && borrowed.data && lent.data
      ? {
          received: received.data.offers,
          sent: sent.data.offers,
          borrowed: borrowed.data.escrows,
          lent: lent.data.escrows,
        }
      : undefined
  return {
    lists,
    borrowed: borrowed.data,
    lent: lent.data,
    error: lists ? null : (all.find(({ error }) => error)?.error ?? null),
    refetch: () => void Promise.all(all.map((query) => query.refetch())),
  }
}

/** How many next actions are yours as a borrower and as a lender. 0 while they load. */
export function useMoveCounts() {
  const { lists, borrowed, lent } = useLoanLists()
  if (!lists || !borrowed || !lent) return { borrow: 0, lend: 0 }
  const answers = (offers: LoanLists['received']) =>
    groupByDomain(offers.filter(({ your_move }) => your_move)).length
  return {
    borrow: borrowed.moves + answers(lists.received),
    lend: lent.moves + answers(lists.sent),
  }
}
