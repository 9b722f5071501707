import { sql, type Kysely } from 'kysely'
import type { Tx } from '../../../platform/db/database.ts'
import type { DB } from '../../../platform/db/db-types.ts'
import type { LoanAdvance } from '../facts/loan-facts.repository.ts'

type NewAdvance = Pick<LoanAdvance, 'renewalId' | 'amountCents' | 'expiresAt'> & {
  escrowId: string
  domainId: string
}

/** False if this year of this domain was advanced before. */
export async function insertAdvance(tx: Tx, advance: NewAdvance): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('escrowAdvances')
    .values({ ...advance, state: 'asked', createdAt: tx.now })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

type Settled =
  | { state: 'done'; advancedOn: string; paymentsBefore: number }
  | { state: 'void'; voidReason: 'refused' | 'ended' }

export async function settleAdvance(tx: Tx, id: string, settled: Settled): Promise<void> {
  await tx
    .updateTable('escrowAdvances')
    .set({ ...settled, settledAt: tx.now })
    .where('id', '=', id)
    .where('state', '=', 'asked')
    .execute()
}

const columns = [
  'id',
  'escrowId',
  'renewalId',
  'expiresAt',
  'paymentsBefore',
  'createdAt',
  sql<number>`amount_cents::float8`.as('amountCents'),
  sql<LoanAdvance['state']>`state`.as('state'),
  sql<string | null>`advanced_on::text`.as('advancedOn'),
] as const

export type OpenAdvance = LoanAdvance & { escrowId: string }

/** The one whose renewal is under way. */
export function findOpenAdvance(
  db: Kysely<DB>,
  domainId: string,
): Promise<OpenAdvance | undefined> {
  return db
    .selectFrom('escrowAdvances')
    .select(columns)
    .where('domainId', '=', domainId)
    .where('state', '=', 'asked')
    .executeTakeFirst()
}
