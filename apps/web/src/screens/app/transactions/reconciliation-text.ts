import { centsOf, formatMoney } from '@pier/protocol/money'
import type { TransactionList } from '../../../api/transactions.ts'
import { clockTime, fullDay } from '../../../text/date-text.ts'

/** A text on whether all balances together equal what the providers hold. */
export function describeReconciliation(
  reconciliation: TransactionList['reconciliation'],
  now: Date,
): { title: string; line: string | null } {
  if (!reconciliation) return { title: 'Not reconciled yet', line: null }

  const { at } = reconciliation
  const isToday = at.slice(0, 10) === now.toISOString().slice(0, 10)
  const day = isToday ? 'today' : fullDay(at)
  const when = `${day}, ${clockTime(at)}`
  const differenceCents = centsOf(reconciliation.difference)
  const difference = formatMoney(differenceCents)
  if (differenceCents === 0)
    return { title: 'Reconciled', line: `${when}, difference ${difference}` }
  const line = `${when}. Difference ${difference}, we are investigating it`
  return { title: 'Not reconciled', line }
}
