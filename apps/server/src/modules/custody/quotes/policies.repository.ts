import type { Kysely } from 'kysely'
import type { DB } from '../../../platform/db/db-types.ts'

/** What is so for an ending at that time; nothing where we cannot hold it. */
export async function findPolicy(db: Kysely<DB>, { suffix, now }: { suffix: string; now: Date }) {
  const row = await db
    .selectFrom('tldPolicies')
    .selectAll()
    .where('suffix', '=', suffix)
    .where('effectiveFrom', '<=', now)
    .orderBy('effectiveFrom', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.isSupported ? row : undefined
}

export type TldPolicy = NonNullable<Awaited<ReturnType<typeof findPolicy>>>
