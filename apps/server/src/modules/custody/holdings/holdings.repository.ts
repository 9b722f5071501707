import type { Kysely, Selectable } from 'kysely'
import type { Tx } from '../../../platform/db/database.ts'
import type { DB, Holdings } from '../../../platform/db/db-types.ts'
import type { DomainInfo, DsRecord } from '../../../providers/registrar/registrar-port.ts'

export type Holding = Omit<Selectable<Holdings>, 'dsRecords'> & { dsRecords: DsRecord[] }

export async function insertHolding(
  tx: Tx,
  { domainId, info }: { domainId: string; info: DomainInfo },
): Promise<void> {
  await tx
    .insertInto('holdings')
    .values({
      domainId,
      arrivedAt: tx.now,
      expiresAt: info.expiresAt,
      nameservers: info.nameservers,
      dsRecords: JSON.stringify(info.dsRecords),
      checkedAt: tx.now,
    })
    .execute()
}

export async function findHolding(db: Kysely<DB>, domainId: string): Promise<Holding | undefined> {
  const row = await db
    .selectFrom('holdings')
    .selectAll()
    .where('domainId', '=', domainId)
    .executeTakeFirst()
  // The column holds what `insertHolding` was given.
  return row && { ...row, dsRecords: row.dsRecords as unknown as DsRecord[] }
}

type HoldingChange = Partial<
  Pick<Holding, 'expiresAt' | 'nameservers' | 'dsRecords' | 'isUnlocked' | 'checkedAt' | 'leftAt'>
>

export async function saveHolding(tx: Tx, domainId: string, change: HoldingChange): Promise<void> {
  const { dsRecords, ...rest } = change
  await tx
    .updateTable('holdings')
    .set({ ...rest, ...(dsRecords && { dsRecords: JSON.stringify(dsRecords) }) })
    .where('domainId', '=', domainId)
    .execute()
}

/** What the registry showed, unless a later look is kept already. */
export async function saveSeen(
  tx: Tx,
  { domainId, at, seen }: { domainId: string; at: Date; seen: string },
): Promise<void> {
  await tx
    .updateTable('holdings')
    .set({ seen, seenAt: at, lookAskedAt: null })
    .where('domainId', '=', domainId)
    .where((row) => row.or([row('seenAt', 'is', null), row('seenAt', '<=', at)]))
    .execute()
}

/** True if the caller is the one to start a new look. */
export async function markLookAsked(
  tx: Tx,
  { domainId, seenBefore, askedBefore }: { domainId: string; seenBefore: Date; askedBefore: Date },
): Promise<boolean> {
  const marked = await tx
    .updateTable('holdings')
    .set({ lookAskedAt: tx.now })
    .where('domainId', '=', domainId)
    .where('leftAt', 'is', null)
    .where((row) => row.or([row('seenAt', 'is', null), row('seenAt', '<', seenBefore)]))
    .where((row) => row.or([row('lookAskedAt', 'is', null), row('lookAskedAt', '<', askedBefore)]))
    .returning('domainId')
    .executeTakeFirst()
  return marked !== undefined
}

/** Those that expire before then and have no renewal timer. */
export function listUnplannedHoldings(
  db: Kysely<DB>,
  before: Date,
): Promise<{ domainId: string; expiresAt: Date | null }[]> {
  return db
    .selectFrom('holdings')
    .select(['domainId', 'expiresAt'])
    .where('leftAt', 'is', null)
    .where('expiresAt', '<', before)
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom('timers')
            .select('timers.job')
            .whereRef('timers.subjectId', '=', 'holdings.domainId')
            .where('timers.job', '=', 'custody.renew'),
        ),
      ),
    )
    .orderBy('expiresAt')
    .limit(1000)
    .execute()
}

/** Those not checked since then: names that secure a loan first, then the longest unchecked. */
export async function listHoldingsToCheck(
  db: Kysely<DB>,
  { before, limit }: { before: Date; limit: number },
): Promise<string[]> {
  const due = (query: Kysely<DB>) =>
    query
      .selectFrom('holdings')
      .innerJoin('domains', 'domains.id', 'holdings.domainId')
      .select('domainId')
      .where('leftAt', 'is', null)
      .where('checkedAt', '<', before)
      .orderBy('checkedAt')
      .limit(limit)
  const inLoans = await due(db).where('domains.status', '=', 'IN_ESCROW').execute()
  const rows = inLoans.length > 0 ? inLoans : await due(db).execute()
  return rows.map(({ domainId }) => domainId)
}
