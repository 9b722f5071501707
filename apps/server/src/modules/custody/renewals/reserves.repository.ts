import type { Kysely } from 'kysely'
import type { Tx } from '../../../platform/db/database.ts'
import type { DB } from '../../../platform/db/db-types.ts'

export type Reserve = {
  id: string
  userId: string
  domainId: string
  transactionId: string | null
  /** The code of the loan it is reserved for. */
  code: string
}

type NewReserve = { domainId: string; userId: string; escrowId: string; transactionId: string }

export async function insertReserve(tx: Tx, reserve: NewReserve): Promise<void> {
  await tx
    .insertInto('renewalReserves')
    .values({ ...reserve, createdAt: tx.now })
    .execute()
}

export async function saveReserve(
  tx: Tx,
  id: string,
  change: { transactionId?: string | null; endedAt?: Date },
): Promise<void> {
  await tx.updateTable('renewalReserves').set(change).where('id', '=', id).execute()
}

const openReserves = (db: Kysely<DB>) =>
  db
    .selectFrom('renewalReserves')
    .innerJoin('escrows', 'escrows.id', 'renewalReserves.escrowId')
    .select([
      'renewalReserves.id',
      'renewalReserves.userId',
      'renewalReserves.domainId',
      'renewalReserves.transactionId',
      'escrows.code',
    ])
    .where('renewalReserves.endedAt', 'is', null)

export function findReserveOfLoan(db: Kysely<DB>, escrowId: string): Promise<Reserve | undefined> {
  return openReserves(db).where('renewalReserves.escrowId', '=', escrowId).executeTakeFirst()
}

/** If there are two loans, the running one comes before the one that replaces it. */
export function findReserveOfDomain(
  db: Kysely<DB>,
  { domainId, userId }: { domainId: string; userId: string },
): Promise<Reserve | undefined> {
  return openReserves(db)
    .where('renewalReserves.domainId', '=', domainId)
    .where('renewalReserves.userId', '=', userId)
    .where('renewalReserves.transactionId', 'is not', null)
    .orderBy('renewalReserves.createdAt')
    .limit(1)
    .executeTakeFirst()
}

export function findOpenReserve(db: Kysely<DB>, id: string): Promise<Reserve | undefined> {
  return openReserves(db).where('renewalReserves.id', '=', id).executeTakeFirst()
}
