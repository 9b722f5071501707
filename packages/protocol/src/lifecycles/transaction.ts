import type { TransactionStatus } from '../statuses.ts'

/**
 * The lifecycle of a line on the Transactions screen. Money that arrives late still counts, even
 * after its payment page expired or an earlier deposit was sent back.
 */
const steps = {
  finish: { from: ['PENDING', 'FAILED', 'DONE', 'REVERSED'], to: 'DONE' },
  fail: { from: ['PENDING'], to: 'FAILED' },
  reverse: { from: ['PENDING', 'DONE'], to: 'REVERSED' },
} as const satisfies Record<string, { from: TransactionStatus[]; to: TransactionStatus }>

export type TransactionAction = keyof typeof steps

/** The status after the action, or null where the action is not allowed. */
export function nextTransactionStatus(
  status: TransactionStatus,
  action: TransactionAction,
): TransactionStatus | null {
  const { from, to } = steps[action]
  return (from as readonly TransactionStatus[]).includes(status) ? to : null
}
