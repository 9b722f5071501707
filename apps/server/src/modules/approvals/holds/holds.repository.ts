import type { Kysely } from 'kysely'
import type { DB } from '../../../platform/db/db-types.ts'

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

export async function findOpenLoanOfName(db: Kysely<DB>, name: string): Promise<string | null> {
  const found = await db
    .selectFrom('escrows')
    .innerJoin('domains', 'domains.id', 'escrows.domainId')
    .select('escrows.id')
    .where('domains.name', '=', name)
    .where('escrows.endedAt', 'is', null)
    .where('escrows.isLinked', '=', false)
    .executeTakeFirst()
  return found?.id ?? null
}

/** Whether its last loan ended with the platform seizing the domain by order. */
export async function wasTakenByOrder(db: Kysely<DB>, domainId: string): Promise<boolean> {
  const last = await db
    .selectFrom('escrows')
    .select('status')
    .where('domainId', '=', domainId)
    .where('endedAt', 'is not', null)
    .orderBy('endedAt', 'desc')
    .executeTakeFirst()
  return last?.status === 'FINALIZED_PLATFORM_SEZIURE'
}
