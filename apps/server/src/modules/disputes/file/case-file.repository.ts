/** Context of a case for operators: the people, marks on exhibits, and their other cases. */
import { sql, type Kysely } from 'kysely'
import type { Tx } from '../../../platform/db/database.ts'
import type { DB } from '../../../platform/db/db-types.ts'

type PersonRow = { id: string; name: string; email: string; repaid: number; funded: number }

/** With how many loans they repaid, and how many they paid out. */
export async function findPerson(db: Kysely<DB>, id: string): Promise<PersonRow | undefined> {
  const { rows } = await sql<PersonRow>`
    select id, name, email,
      (select count(*)::int from escrows where borrower_id = users.id
        and status = 'FINALIZED_RETURN_TO_BORROWER') as repaid,
      (select count(*)::int from escrows where lender_id = users.id
        and value_date is not null) as funded
    from users where id = ${id}
  `.execute(db)
  return rows[0]
}

type Weight = 'decisive' | 'supporting' | 'not_alone'
export type Mark = { fileId: string; weight: Weight; checkNote: string; isGood: boolean | null }

export async function listMarks(db: Kysely<DB>, escrowId: string): Promise<Mark[]> {
  const rows = await db
    .selectFrom('exhibitMarks')
    .innerJoin('escrowFiles', 'escrowFiles.id', 'exhibitMarks.fileId')
    .select(['fileId', 'weight', 'checkNote', 'isGood'])
    .where('escrowFiles.escrowId', '=', escrowId)
    .execute()
  return rows as Mark[]
}

export async function saveMark(tx: Tx, mark: Mark & { markedBy: string }): Promise<void> {
  const { fileId, ...change } = { ...mark, markedAt: tx.now }
  await tx
    .insertInto('exhibitMarks')
    .values({ fileId, ...change })
    .onConflict((conflict) => conflict.column('fileId').doUpdateSet(change))
    .execute()
}

/** Whether they are assigned to, proposed or decided in another open case of these people. */
export async function hasOtherCase(
  db: Kysely<DB>,
  { operatorId, disputeId, userIds }: { operatorId: string; disputeId: string; userIds: string[] },
): Promise<boolean> {
  const { rows } = await sql<{ hasOther: boolean }>`
    select exists (select from escrow_disputes as d join escrows as e on e.id = d.escrow_id
      where d.closed_at is null and d.id <> ${disputeId}
        and (e.borrower_id = any(${userIds}::uuid[])
          or e.lender_id = any(${userIds}::uuid[]))
        and (exists (select from assignments where queue = 'disputes'
            and subject_id = d.id::text and operator_id = ${operatorId})
          or exists (select from decisions where dispute_id = d.id
            and ${operatorId} in (proposed_by, decided_by)))) as has_other
  `.execute(db)
  return rows[0]?.hasOther ?? false
}
