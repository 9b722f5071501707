import { deskMs, useOperatorQuery } from '../../../api/operator.ts'
import { type Version, VersionList } from '../../../operator/settings/change-list.tsx'
import {
  type Policy,
  policyChanges,
  readProposed,
} from '../../../operator/settings/policy-changes.ts'
import { ProposedDecision } from '../../../operator/approvals/approval-steps.tsx'

/** What waits for approval, and every earlier version. */
export function EndingPanel({ suffix, tlds }: { suffix: string; tlds: readonly Policy[] }) {
  const query = { page: 1, kind: 'configure' as const, open: 'true' as const }
  const { data } = useOperatorQuery('GET /operator/decisions', { query }, { refetchMs: deskMs })
  const waiting = data?.decisions.filter(
    ({ terms }) => terms['policy'] && readProposed(terms['policy']).suffix === suffix,
  )
  return (
    <>
      <h2>.{suffix}</h2>
      {waiting?.map((decision) => (
        <ProposedDecision key={decision.id} decision={decision} />
      ))}
      <h3>Versions</h3>
      <VersionList versions={versionsOf(tlds.filter((each) => each.suffix === suffix))} />
    </>
  )
}

function versionsOf(policies: readonly Policy[]): Version[] {
  const newest = policies.toSorted((one, other) =>
    other.effective_from.localeCompare(one.effective_from),
  )
  return newest.map((policy, index) => ({
    key: policy.effective_from,
    title: policy.is_in_force ? 'In force' : index === 0 ? 'Announced' : 'Before',
    at: policy.effective_from,
    by: policy.set_by,
    confirmedBy: policy.confirmed_by,
    reason: policy.reason,
    changes: policyChanges(newest[index + 1], policy),
  }))
}
