import type { Kysely, Selectable } from 'kysely'
import type { Tx } from '../../../platform/db/database.ts'
import type { DB, QuoteLookups } from '../../../platform/db/db-types.ts'
import type { Fqdn } from '../../../platform/net/fqdn.ts'
import type { KeptFacts } from '../registrations/registrations.repository.ts'

export type Outcome = 'known' | 'unregistered' | 'no_source' | 'no_answer'
export type Lookup = Omit<Selectable<QuoteLookups>, 'name' | 'outcome' | 'facts'> & {
  name: Fqdn
  outcome: Outcome | null
  facts: KeptFacts | null
}

export async function findLookup(db: Kysely<DB>, name: Fqdn): Promise<Lookup | undefined> {
  const row = await selectLookups(db).where('name', '=', name).executeTakeFirst()
  return row && toLookup(row)
}

export async function findOpenLookup(db: Kysely<DB>, id: string): Promise<Lookup | undefined> {
  const row = await selectLookups(db)
    .where('id', '=', id)
    .where('outcome', 'is', null)
    .executeTakeFirst()
  return row && toLookup(row)
}

const selectLookups = (db: Kysely<DB>) => db.selectFrom('quoteLookups').selectAll()

/** Its id, or undefined where somebody else began one since `instead` was read. */
export async function insertLookup(
  tx: Tx,
  { name, instead }: { name: Fqdn; instead: Lookup | undefined },
): Promise<string | undefined> {
  const row = await tx
    .insertInto('quoteLookups')
    .values({ name, askedAt: tx.now })
    .onConflict((conflict) =>
      conflict
        .column('name')
        .doUpdateSet((update) => ({
          id: update.ref('excluded.id'),
          askedAt: tx.now,
          endedAt: null,
          outcome: null,
          facts: null,
        }))
        .where('quoteLookups.id', '=', instead?.id ?? null),
    )
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

export async function saveOutcome(
  tx: Tx,
  { id, outcome, facts }: { id: string; outcome: Outcome; facts: KeptFacts | null },
): Promise<void> {
  await tx
    .updateTable('quoteLookups')
    .set({ outcome, facts: facts && JSON.stringify(facts), endedAt: tx.now })
    .where('id', '=', id)
    .where('outcome', 'is', null)
    .execute()
}

/** Says how many there were. */
export async function deleteLookups(
  tx: Tx,
  { askedBefore, limit }: { askedBefore: Date; limit: number },
): Promise<number> {
  const old = tx
    .selectFrom('quoteLookups')
    .select('id')
    .where('askedAt', '<', askedBefore)
    .limit(limit)
  const { numDeletedRows } = await tx
    .deleteFrom('quoteLookups')
    .where('id', 'in', old)
    .executeTakeFirst()
  return Number(numDeletedRows)
}

const toLookup = (row: Selectable<QuoteLookups>): Lookup => ({
  ...row,
  name: row.name as Fqdn, // Written by this module alone, as are the two below.
  outcome: row.outcome as Outcome | null,
  facts: row.facts as KeptFacts | null,
})
