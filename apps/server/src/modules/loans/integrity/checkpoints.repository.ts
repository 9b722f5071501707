import { sql, type Kysely } from 'kysely'
import type { Tx } from '../../../platform/db/database.ts'
import type { DB } from '../../../platform/db/db-types.ts'

export type Head = { escrowId: string; seq: number; hash: Buffer }

export function findNewestCheckpoint(db: Kysely<DB>) {
  return db.selectFrom('escrowSeals').selectAll().orderBy('id', 'desc').limit(1).executeTakeFirst()
}

/**
 * Heads without a checkpoint, by loan id. Looks back to an hour before the last one, to include
 * what began before it and was committed after it.
 */
export async function listHeadsWithoutCheckpoint(
  db: Kysely<DB>,
  since: Date | null,
): Promise<Head[]> {
  const { rows } = await sql<Head>`
    select id as escrow_id, event_count as seq, head_hash as hash from escrows
    where event_count > 0
      and (${since}::timestamptz is null or id in (
        select escrow_id from escrow_events where at > ${since}::timestamptz - interval '1 hour'))
      and event_count > coalesce(
        (select max(seq) from escrow_seal_heads where escrow_id = escrows.id), 0)
    order by id
  `.execute(db)
  return rows
}

export async function insertCheckpoint(
  tx: Tx,
  checkpoint: { root: Buffer; prevRoot: Buffer | null; signature: Buffer; keyId: string },
  heads: Head[],
): Promise<void> {
  const { id } = await tx
    .insertInto('escrowSeals')
    .values({ ...checkpoint, sealedAt: tx.now, heads: heads.length })
    .returning('id')
    .executeTakeFirstOrThrow()
  const batchSize = 1000
  for (let from = 0; from < heads.length; from += batchSize) {
    const batch = heads.slice(from, from + batchSize)
    await tx
      .insertInto('escrowSealHeads')
      .values(batch.map((head, index) => ({ ...head, sealId: id, leaf: from + index })))
      .execute()
  }
}

export function listCheckpoints(
  db: Kysely<DB>,
  { after, limit }: { after: string; limit: number },
) {
  return db
    .selectFrom('escrowSeals')
    .selectAll()
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute()
}

export function listCheckpointsOfLoan(db: Kysely<DB>, escrowId: string) {
  return db
    .selectFrom('escrowSealHeads as head')
    .innerJoin('escrowSeals as seal', 'seal.id', 'head.sealId')
    .selectAll('seal')
    .select(['head.leaf', 'head.seq', 'head.hash'])
    .where('head.escrowId', '=', escrowId)
    .orderBy('seal.id')
    .execute()
}

export function listHeadsOfCheckpoint(db: Kysely<DB>, sealId: string): Promise<Head[]> {
  return db
    .selectFrom('escrowSealHeads')
    .select(['escrowId', 'seq', 'hash'])
    .where('sealId', '=', sealId)
    .orderBy('leaf')
    .execute()
}
