import type { SettingName } from '@pier/protocol/settings'
import { AppError, invariant } from '../../../platform/app-error.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { insertSetting } from '../../../platform/settings.ts'
import { addPolicy, type NewPolicy } from '../../domains/domains.service.ts'
import type { Decision } from './decisions.repository.ts'

/** Applies an approved setting or policy. A policy may name a later start; the rest applies now. */
export async function configure(
  tx: Tx,
  { id, terms, reasons, proposedBy }: Pick<Decision, 'id' | 'terms' | 'reasons' | 'proposedBy'>,
): Promise<void> {
  const behind = { reason: reasons, setBy: proposedBy, decisionId: id }
  if (terms.policy) {
    const { effectiveFrom, ...policy } = terms.policy as NewPolicy & {
      effectiveFrom: string | null
    }
    const from = effectiveFrom ? new Date(effectiveFrom) : tx.now
    const added = { ...policy, effectiveFrom: from > tx.now ? from : tx.now, ...behind }
    if (!(await addPolicy(tx, added))) throw new AppError('setting_changed')
    return
  }
  const { name, version, value } = terms
  invariant(typeof version === 'number', 'a setting has its version')
  const row = { name: name as SettingName, version, value, ...behind }
  if (!(await insertSetting(tx, row))) throw new AppError('setting_changed')
}
