import type { Kysely, Selectable } from 'kysely'
import type { Split } from '@pier/protocol/loans/repayment'
import type { Tx } from '../../../platform/db/database.ts'
import type { DB, EscrowPayments } from '../../../platform/db/db-types.ts'

export type LoanPayment = Omit<
  Selectable<EscrowPayments>,
  | 'escrowId'
  | 'kind'
  | 'status'
  | 'amountCents'
  | 'advanceCents'
  | 'interestCents'
  | 'principalCents'
  | 'paidOn'
> & {
  kind: 'FUNDING' | 'PARTIAL' | 'FULL'
  status: 'CLAIMED' | 'CONFIRMED' | 'DENIED' | 'WITHDRAWN'
  amountCents: number | null
  advanceCents: number
  interestCents: number | null
  principalCents: number | null
  paidOn: string
}
type NewPayment = {
  escrowId: string
  kind: 'FUNDING' | 'PARTIAL' | 'FULL'
  claimedBy: 'BORROWER' | 'LENDER'
  amountCents: number | null
  paidOn: string
  reference: string | null
}

export async function insertPayment(tx: Tx, payment: NewPayment): Promise<string> {
  const { id } = await tx
    .insertInto('escrowPayments')
    .values({ ...payment, status: 'CLAIMED', createdAt: tx.now })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Decides the open payment; there is at most one. */
export async function decidePayments(
  tx: Tx,
  escrowId: string,
  status: 'CONFIRMED' | 'DENIED' | 'WITHDRAWN',
  split: Partial<Split> = {},
): Promise<void> {
  await tx
    .updateTable('escrowPayments')
    .set({ ...split, status, decidedAt: tx.now })
    .where('escrowId', '=', escrowId)
    .where('status', '=', 'CLAIMED')
    .execute()
}

/** The lender has said before that money was sent, and then that it was not. */
export async function hasWithdrawnFunding(db: Kysely<DB>, escrowId: string): Promise<boolean> {
  const row = await db
    .selectFrom('escrowPayments')
    .select('id')
    .where('escrowId', '=', escrowId)
    .where('kind', '=', 'FUNDING')
    .where('status', '=', 'WITHDRAWN')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Partial payments the borrower has claimed since then. */
export async function countPartialPayments(
  db: Kysely<DB>,
  { escrowId, since }: { escrowId: string; since: Date },
): Promise<number> {
  const { count } = await db
    .selectFrom('escrowPayments')
    .select((row) => row.fn.countAll<string>().as('count'))
    .where('escrowId', '=', escrowId)
    .where('kind', '=', 'PARTIAL')
    .where('createdAt', '>', since)
    .executeTakeFirstOrThrow()
  return Number(count)
}

export async function countConfirmedPartialPayments(
  db: Kysely<DB>,
  escrowId: string,
): Promise<number> {
  const { count } = await db
    .selectFrom('escrowPayments')
    .select((row) => row.fn.countAll<string>().as('count'))
    .where('escrowId', '=', escrowId)
    .where('kind', '=', 'PARTIAL')
    .where('status', '=', 'CONFIRMED')
    .executeTakeFirstOrThrow()
  return Number(count)
}
