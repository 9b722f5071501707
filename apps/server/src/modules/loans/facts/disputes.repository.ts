import type { Kysely } from 'kysely'
import type { Tx } from '../../../platform/db/database.ts'
import type { DB } from '../../../platform/db/db-types.ts'

type NewDispute = {
  escrowId: string
  openedBy: 'BORROWER' | 'LENDER' | 'SYSTEM'
  reason: string
  statement: string | null
  fromPhase: string
}

export async function insertDispute(tx: Tx, dispute: NewDispute): Promise<void> {
  await tx
    .insertInto('escrowDisputes')
    .values({ ...dispute, openedAt: tx.now })
    .execute()
}

export async function closeDispute(tx: Tx, escrowId: string, outcome: string): Promise<void> {
  await tx
    .updateTable('escrowDisputes')
    .set({ closedAt: tx.now, outcome })
    .where('escrowId', '=', escrowId)
    .where('closedAt', 'is', null)
    .execute()
}

export function findOpenDispute(db: Kysely<DB>, escrowId: string) {
  return db
    .selectFrom('escrowDisputes')
    .selectAll()
    .where('escrowId', '=', escrowId)
    .where('closedAt', 'is', null)
    .executeTakeFirst()
}
