/**
 * Settings. Those that change what people may do take two approvals; texts take one admin. Nothing
 * is overwritten: a change is a new version with who, when and why, and is refused if somebody else
 * was faster.
 */
import { centsOf } from '@pier/protocol/money'
import { settingSchemas, twoKeySettings, type SettingName } from '@pier/protocol/settings'
import { AppError } from '../../../platform/app-error.ts'
import type { Json } from '../../../platform/crypto/canonical.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { findLast, insertSetting } from '../../../platform/settings.ts'
import type { UserClients } from '../../users/users.service.ts'
import { propose, subjectOf } from '../../approvals/approvals.service.ts'
import type { Operator } from '../../operators/operators.service.ts'

type Key = { operator: Operator; code: string; reasons: string }

const nothingElse = {
  kind: 'configure',
  escrowId: null,
  disputeId: null,
  appealOf: null,
  documentId: null,
  exhibits: [] as number[],
} as const

type NewValue = { name: SettingName; value: unknown; seenVersion: number }

/** Returns the decision that waits for its second approval, if the setting needs two. */
export async function setAnew(
  tx: Tx,
  clients: UserClients,
  { name, value, seenVersion }: NewValue,
  { operator, code, reasons }: Key,
): Promise<{ version: number; decisionId: string | null }> {
  const parsed = settingSchemas[name].safeParse(value)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    const message = `${['value', ...(issue?.path ?? [])].join('.')}: ${issue?.message}`
    throw new AppError('invalid_input', { field: 'value', message })
  }
  const version = seenVersion + 1
  if (((await findLast(tx, name))?.version ?? 0) !== seenVersion) {
    throw new AppError('setting_changed')
  }
  if (twoKeySettings.includes(name)) {
    const about = `settings:${name}`
    const terms = { about, name, version, value: parsed.data as Json }
    const subjectId = subjectOf(`${about}:${version}`)
    const proposal = { ...nothingElse, operator, code, subjectId, terms, reasons }
    return { version, decisionId: await propose(tx, clients, proposal) }
  }
  const row = { name, version, value: parsed.data, reason: reasons, setBy: operator.id }
  if (!(await insertSetting(tx, { ...row, decisionId: null }))) {
    throw new AppError('setting_changed')
  }
  return { version, decisionId: null }
}

type AskedPolicy = {
  suffix: string
  effective_from?: string | undefined
  is_supported: boolean
  lock_days: number
  age_days_min: number
  transfer_days_min: number
  transfer_days_max: number
  wait_days_max: number
  code_days: number
  transfer_price: number
  renewal_price: number
}

/** Proposes the policy for a TLD. It cannot be backdated: people agreed to what was shown then. */
export async function proposePolicy(
  tx: Tx,
  clients: UserClients,
  { suffix, effective_from: from, ...asked }: AskedPolicy,
  { operator, code, reasons }: Key,
): Promise<string> {
  if (from && new Date(from) <= tx.now) {
    throw new AppError('invalid_input', { field: 'effective_from' })
  }
  const about = `tld:${suffix}`
  const policy = {
    suffix,
    effectiveFrom: from ?? null,
    isSupported: asked.is_supported,
    lockDays: asked.lock_days,
    ageDaysMin: asked.age_days_min,
    transferDaysMin: asked.transfer_days_min,
    transferDaysMax: asked.transfer_days_max,
    waitDaysMax: asked.wait_days_max,
    codeDays: asked.code_days,
    transferPriceCents: centsOf(asked.transfer_price),
    renewalPriceCents: centsOf(asked.renewal_price),
  }
  const subjectId = subjectOf(`${about}:${tx.now.toISOString()}`)
  const terms = { about, policy }
  return propose(tx, clients, { ...nothingElse, operator, code, subjectId, terms, reasons })
}
