import { Button } from '@mantine/core'
import { centsOf, formatMoney } from '@pier/protocol/money'
import { useState } from 'react'
import { deskMs, useOperatorQuery } from '../../../api/operator.ts'
import { useMay } from '../../../operator/page/duty-context.tsx'
import { operatorMeta } from '../../../operator/page/operator-meta.ts'
import { Loaded, OperatorPage } from '../../../operator/page/operator-page.tsx'
import type { Policy } from '../../../operator/settings/policy-changes.ts'
import { useAddress } from '../../../operator/page/use-address.ts'
import { type Column, DataTable } from '../../../ui/table/data-table.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { EndingPanel } from './ending-panel.tsx'
import { PolicyDialog } from './policy-dialog.tsx'
import styles from './tlds.module.css'

export { OperatorCrash as ErrorBoundary } from '../../../operator/page/operator-crash.tsx'

export const meta = operatorMeta('TLDs')

/** Which TLDs we support, what they cost and how long things take there. */
export default function TldsScreen() {
  const reading = useOperatorQuery('GET /operator/tlds', undefined, { refetchMs: deskMs })
  const [asked, setAsked] = useState<{ policy: Policy | null } | null>(null)
  const { read, set } = useAddress()
  const mayEdit = useMay('POST /operator/tlds/:suffix')
  const chosen = read('ending')
  return (
    <Loaded query={reading} what="the list of TLDs">
      {({ tlds }) => (
        <OperatorPage
          title="TLDs"
          kicker="Prices and rules of each registry. Existing loans keep the rules shown to them."
          aside={
            mayEdit && (
              <Button variant="default" onClick={() => setAsked({ policy: null })}>
                Add TLD
              </Button>
            )
          }
          panel={chosen && <EndingPanel suffix={chosen} tlds={tlds} />}
          panelLabel="This TLD"
          panelOf={chosen}
        >
          <DataTable
            title="TLDs"
            bareTitle
            dense
            pageSize={8}
            rows={shownOf(tlds)}
            keyOf={({ suffix }) => suffix}
            markedKey={chosen}
            columns={columnsOf({
              choose: (suffix) => set('ending', suffix),
              change: mayEdit ? (policy) => setAsked({ policy }) : null,
            })}
            empty={<EmptyState title="No TLDs yet" />}
          />
          <PolicyDialog asked={asked} onClose={() => setAsked(null)} />
        </OperatorPage>
      )}
    </Loaded>
  )
}

/** One row per TLD: the policy in force or, if there is none yet, the one with the latest start. */
function shownOf(tlds: readonly Policy[]): Policy[] {
  const suffixes = [...new Set(tlds.map(({ suffix }) => suffix))].toSorted()
  return suffixes.flatMap((suffix) => {
    const own = tlds.filter((each) => each.suffix === suffix)
    return own.find((each) => each.is_in_force) ?? own[0] ?? []
  })
}

type Acts = { choose: (suffix: string) => void; change: ((policy: Policy) => void) | null }

const money = (amount: number) => formatMoney(centsOf(amount))
const days = (count: number) => `${count} d`

const columnsOf = ({ choose, change }: Acts): Column<Policy>[] => [
  {
    key: 'suffix',
    header: 'TLD',
    cell: ({ suffix }) => (
      <button type="button" className={styles.choose} onClick={() => choose(suffix)}>
        .{suffix}
      </button>
    ),
  },
  {
    key: 'state',
    header: 'State',
    place: 'status',
    cell: ({ is_supported, is_in_force }) =>
      is_in_force ? (is_supported ? 'Accepted' : 'Not accepted') : 'Announced',
  },
  {
    key: 'transfer',
    header: 'Transfer',
    align: 'right',
    cell: ({ transfer_price }) => money(transfer_price),
  },
  {
    key: 'renewal',
    header: 'Renewal',
    align: 'right',
    cell: ({ renewal_price }) => money(renewal_price),
  },
  {
    key: 'takes',
    header: 'Transfer takes',
    align: 'right',
    cell: (row) => `${row.transfer_days_min} to ${days(row.transfer_days_max)}`,
  },
  { key: 'lock', header: 'Locked', align: 'right', cell: ({ lock_days }) => days(lock_days) },
  {
    key: 'age',
    header: 'Minimum age',
    align: 'right',
    place: 'more',
    cell: ({ age_days_min }) => days(age_days_min),
  },
  {
    key: 'wait',
    header: 'Timeout',
    align: 'right',
    place: 'more',
    cell: ({ wait_days_max }) => days(wait_days_max),
  },
  {
    key: 'code',
    header: 'Code',
    align: 'right',
    place: 'more',
    cell: ({ code_days }) => days(code_days),
  },
  {
    key: 'act',
    header: 'Actions',
    bare: true,
    place: 'action',
    cell: (policy) =>
      change && (
        <Button size="xs" variant="default" onClick={() => change(policy)}>
          Change
        </Button>
      ),
  },
]
