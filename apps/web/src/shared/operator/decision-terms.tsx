import { formatMoney } from '@pier/protocol/money'
import type { SettingName, SettingValue } from '@pier/protocol/settings'
import { Link } from 'react-router'
import { useOperatorQuery } from '../../api/operator.ts'
import { FigureList } from '../../ui/figure-list.tsx'
import { TimeText } from '../time-text.tsx'
import { accountWords, type LedgerAccount } from './account-words.ts'
import { ChangeList } from './change-list.tsx'
import { policyChanges, readProposed } from './policy-changes.ts'
import { changesOf } from './setting-changes.ts'

type Terms = Record<string, unknown>

/** What is to become of money or of a setting: whoever turns the second key has to see it. */
export function DecisionTerms({ kind, terms }: { kind: string; terms: Terms }) {
  if (kind === 'adjust') return <AdjustmentTerms terms={terms} />
  if (kind !== 'configure') return null
  return terms['policy'] ? (
    <PolicyTerms policy={terms['policy']} />
  ) : (
    <SettingTerms
      name={terms['name'] as SettingName} // As settings.service.ts proposes it.
      version={Number(terms['version'])}
      value={terms['value']}
    />
  )
}

function AdjustmentTerms({ terms }: { terms: Terms }) {
  // As adjustments.service.ts proposes it.
  const asked = terms as {
    from: LedgerAccount
    to: LedgerAccount
    cents: number
    words: string
    userId?: string
  }
  const whose = asked.userId && <Link to={`/operator/users/${asked.userId}`}>Their page</Link>
  return (
    <FigureList
      figures={[
        { label: 'From', value: accountWords[asked.from] },
        { label: 'To', value: accountWords[asked.to] },
        { label: 'Amount', value: formatMoney(asked.cents), total: true },
        ...(whose ? [{ label: 'Whose', value: whose }] : []),
        { label: 'Reads', value: asked.words },
      ]}
    />
  )
}

type SettingTermsProps = { name: SettingName; version: number; value: unknown }

function SettingTerms({ name, version, value }: SettingTermsProps) {
  const { data } = useOperatorQuery('GET /operator/settings/:name', { params: { name } })
  if (!data) return null
  const before = data.versions.find((each) => each.version === version - 1)?.value ?? data.initial
  type Value = SettingValue<typeof name>
  return <ChangeList changes={changesOf(name, before as Value, value as Value)} /> // Checked when set.
}

function PolicyTerms({ policy }: { policy: unknown }) {
  const { data } = useOperatorQuery('GET /operator/tlds', undefined)
  if (!data) return null
  const { suffix, from, terms } = readProposed(policy)
  const before = data.tlds.find((each) => each.suffix === suffix && each.is_in_force)
  return (
    <>
      <p>
        .{suffix}, {from ? <TimeText at={from} withTime /> : 'as soon as it is confirmed'}
      </p>
      <ChangeList changes={policyChanges(before, terms)} />
    </>
  )
}
