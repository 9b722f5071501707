import { formatMoney } from '@pier/protocol/money'
import { operatorRoles, type OperatorRole } from '@pier/protocol/operators'
import type { SettingName, SettingValue } from '@pier/protocol/settings'
import { Link } from 'react-router'
import { useOperatorQuery } from '../../../api/operator.ts'
import { FigureList } from '../../../ui/display/figure-list.tsx'
import { TimeText } from '../../../text/time-text.tsx'
import { accountText, type LedgerAccount } from '../../../operator/text/account-text.ts'
import { ChangeList } from '../../../operator/settings/change-list.tsx'
import { textOf } from '../../../operator/text/machine-text.ts'
import { policyChanges, readProposed } from '../../../operator/settings/policy-changes.ts'
import { changesOf } from '../../../operator/settings/setting-changes.ts'

type Terms = Record<string, unknown>

/** What would change: whoever approves it has to see it. */
export function DecisionTerms({ kind, terms }: { kind: string; terms: Terms }) {
  if (kind === 'adjust') return <AdjustmentTerms terms={terms} />
  if (kind === 'staff') return <StaffTerms terms={terms} />
  if (kind === 'value') return <ValueTerms terms={terms} />
  if (kind === 'liftHold') return <LiftTerms terms={terms} />
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
        { label: 'From', value: accountText[asked.from] },
        { label: 'To', value: accountText[asked.to] },
        { label: 'Amount', value: formatMoney(asked.cents), total: true },
        ...(whose ? [{ label: 'Account', value: whose }] : []),
        { label: 'Text shown', value: asked.words },
      ]}
    />
  )
}

function StaffTerms({ terms }: { terms: Terms }) {
  // As staff-proposals.service.ts proposes it.
  const { act, name, email, roles } = terms as {
    act: 'invite' | 'roles'
    name: string
    email: string
    roles: OperatorRole[]
  }
  return (
    <FigureList
      figures={[
        { label: act === 'invite' ? 'To be invited' : 'New roles of', value: name },
        { label: 'Email', value: email },
        { label: 'Roles', value: roles.map((role) => operatorRoles[role]).join(', ') },
      ]}
    />
  )
}

function ValueTerms({ terms }: { terms: Terms }) {
  // As values.service.ts proposes it.
  const asked = terms as { domain: string; amountCents: number; source: string; days: number }
  return (
    <FigureList
      figures={[
        { label: 'Name', value: asked.domain },
        { label: 'Value', value: formatMoney(asked.amountCents), total: true },
        { label: 'Source', value: asked.source },
        { label: 'Counts for', value: `${asked.days} days` },
      ]}
    />
  )
}

function LiftTerms({ terms }: { terms: Terms }) {
  // As hold-proposals.service.ts proposes it.
  const { hold, domain, ownerId } = terms as { hold: string; domain: string; ownerId?: string }
  const owner = ownerId && <Link to={`/operator/users/${ownerId}`}>Their page</Link>
  return (
    <FigureList
      figures={[
        { label: 'Name', value: domain },
        { label: 'Hold that ends', value: textOf(hold) },
        ...(owner ? [{ label: 'Goes to', value: owner }] : []),
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
