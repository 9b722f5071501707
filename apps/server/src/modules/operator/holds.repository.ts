import type { Kysely } from 'kysely'
import type { DB } from '../../platform/db/db-types.ts'

export async function findOpenLoanOf(db: Kysely<DB>, domainId: string): Promise<string | null> {
  const found = await db
    .selectFrom('escrows')
    .select('id')
    .where('domainId', '=', domainId)
    .where('endedAt', 'is', null)
    .where('isLinked', '=', false)
    .executeTakeFirst()
  return found?.id ?? null
}
