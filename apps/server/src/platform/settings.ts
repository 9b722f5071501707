/**
 * What operators set. It is read again wherever it is enforced, so that a change counts at once. A
 * value was checked when it was set; one that a newer release no longer understands counts as not
 * set.
 */
import { centsOf } from '@pier/protocol/money'
import {
  defaultSettings,
  settingSchemas,
  type SettingName,
  type SettingValue,
} from '@pier/protocol/settings'
import type { Kysely } from 'kysely'
import type { Tx } from './db/database.ts'
import type { DB } from './db/db-types.ts'

export async function readSetting<N extends SettingName>(
  db: Kysely<DB>,
  name: N,
): Promise<SettingValue<N>> {
  return valueOf(name, await findLast(db, name))
}

/** The value that was set, or the default. */
export function valueOf<N extends SettingName>(
  name: N,
  found: { value: unknown } | undefined,
): SettingValue<N> {
  const parsed = found && settingSchemas[name].safeParse(found.value)
  return (parsed?.success ? parsed.data : defaultSettings[name]) as SettingValue<N>
}

/** The limits, in the units of the code. */
export async function readLimits(db: Kysely<DB>) {
  const set = await readSetting(db, 'limits')
  return {
    loanCentsMin: centsOf(set.loan_min),
    loanCentsMax: centsOf(set.loan_max),
    pendingOffersMax: set.pending_offers_max,
    withdrawalApprovalCents: centsOf(set.withdrawal_approval),
    topUpCentsMax: centsOf(set.top_up_max),
    nameserverChangesPerDay: set.nameserver_changes_per_day,
  }
}

/** The current version; undefined while nobody has set it. */
export async function findLast(db: Kysely<DB>, name: SettingName) {
  return db
    .selectFrom('settings')
    .selectAll()
    .where('name', '=', name)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()
}

type NewVersion = {
  name: SettingName
  version: number
  value: unknown
  reason: string
  setBy: string
  decisionId: string | null
}

/** False if somebody else saved that version first. */
export async function insertSetting(tx: Tx, { value, ...row }: NewVersion): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('settings')
    .values({ ...row, value: JSON.stringify(value), setAt: tx.now })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}
