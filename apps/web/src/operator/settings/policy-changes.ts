import type { CallOutput } from '@pier/protocol/calls/calls'
import { centsOf, formatMoney } from '@pier/protocol/money'
import { countOf } from '@pier/protocol/text'
import { type Change, compare } from './setting-changes.ts'

export type Policy = CallOutput<'GET /operator/tlds'>['tlds'][number]
type Terms = Omit<
  Policy,
  'suffix' | 'effective_from' | 'is_in_force' | 'set_by' | 'confirmed_by' | 'reason'
>

const days = (count: number) => countOf(count, 'day')

const partsOf = (policy: Terms): Record<string, string> => ({
  Taken: policy.is_supported ? 'yes' : 'no',
  'Transfer price': formatMoney(centsOf(policy.transfer_price)),
  'Renewal price': formatMoney(centsOf(policy.renewal_price)),
  'Locked after a transfer': days(policy.lock_days),
  'Minimum age': days(policy.age_days_min),
  'A transfer takes': `${policy.transfer_days_min} to ${days(policy.transfer_days_max)}`,
  'Transfer timeout': days(policy.wait_days_max),
  'Auth code valid for': days(policy.code_days),
})

/** What the policy of a TLD changes against the version before it. */
export const policyChanges = (before: Terms | undefined, after: Terms): Change[] =>
  compare(before ? partsOf(before) : {}, partsOf(after))

type Kept = {
  suffix: string
  effectiveFrom: string | null
  isSupported: boolean
  lockDays: number
  ageDaysMin: number
  transferDaysMin: number
  transferDaysMax: number
  waitDaysMax: number
  codeDays: number
  transferPriceCents: number
  renewalPriceCents: number
}

/** Converts a proposed policy from the fields of the database to those of the API. */
export function readProposed(kept: unknown): { suffix: string; from: string | null; terms: Terms } {
  const policy = kept as Kept // As settings.service.ts proposes it.
  return {
    suffix: policy.suffix,
    from: policy.effectiveFrom,
    terms: {
      is_supported: policy.isSupported,
      lock_days: policy.lockDays,
      age_days_min: policy.ageDaysMin,
      transfer_days_min: policy.transferDaysMin,
      transfer_days_max: policy.transferDaysMax,
      wait_days_max: policy.waitDaysMax,
      code_days: policy.codeDays,
      transfer_price: policy.transferPriceCents / 100,
      renewal_price: policy.renewalPriceCents / 100,
    },
  }
}
