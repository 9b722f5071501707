import { sql, type Kysely, type Selectable } from 'kysely'
import type { Tx } from '../../../platform/db/database.ts'
import type { DB, TldPolicies } from '../../../platform/db/db-types.ts'

export type TldPolicy = Selectable<TldPolicies>

/** Which of these suffixes we can hold now. */
export async function listSupportedSuffixes(
  tx: Tx,
  suffixes: readonly string[],
): Promise<Set<string>> {
  const rows = await selectInForce(tx, tx.now)
    .where('suffix', '=', sql<string>`any(${[...new Set(suffixes)]}::text[])`)
    .execute()
  return new Set(rows.flatMap(({ suffix, isSupported }) => (isSupported ? [suffix] : [])))
}

export function findPolicy(
  db: Kysely<DB>,
  { suffix, now }: { suffix: string; now: Date },
): Promise<TldPolicy | undefined> {
  return selectInForce(db, now).where('suffix', '=', suffix).executeTakeFirst()
}

/** The rules of a suffix that we support; undefined for any other. */
export async function findSupportedPolicy(
  db: Kysely<DB>,
  wanted: { suffix: string; now: Date },
): Promise<TldPolicy | undefined> {
  const policy = await findPolicy(db, wanted)
  return policy?.isSupported ? policy : undefined
}

export type Price = Pick<
  TldPolicy,
  'suffix' | 'transferPriceCents' | 'renewalPriceCents' | 'effectiveFrom'
>

/** Of every suffix that we hold now. */
export async function listPrices(db: Kysely<DB>, now: Date): Promise<Price[]> {
  const rows = await selectInForce(db, now).execute()
  return rows.filter(({ isSupported }) => isSupported)
}

/** The rules in force for each suffix; announced ones do not count yet. */
const selectInForce = (db: Kysely<DB>, now: Date) =>
  db
    .selectFrom('tldPolicies')
    .selectAll()
    .distinctOn('suffix')
    .where('effectiveFrom', '<=', now)
    .orderBy('suffix')
    .orderBy('effectiveFrom', 'desc')

export type NewPolicy = {
  suffix: string
  effectiveFrom: Date
  isSupported: boolean
  lockDays: number
  ageDaysMin: number
  transferDaysMin: number
  transferDaysMax: number
  waitDaysMax: number
  codeDays: number
  transferPriceCents: number
  renewalPriceCents: number
  reason: string
  setBy: string
  decisionId: string
}

/** False if there are rules from exactly that time already. */
export async function insertPolicy(tx: Tx, policy: NewPolicy): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('tldPolicies')
    .values(policy)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}
