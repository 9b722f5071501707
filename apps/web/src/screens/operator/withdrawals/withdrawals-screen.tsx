import type { CallOutput } from '@pier/protocol/calls/calls'
import { useState } from 'react'
import { deskMs, useOperatorQuery } from '../../../api/operator.ts'
import { FilterChoice, Filters } from '../../../shared/operator/filters.tsx'
import { operatorMeta } from '../../../shared/operator/operator-meta.ts'
import { Loaded, OperatorPage } from '../../../shared/operator/operator-page.tsx'
import { useAddress } from '../../../shared/operator/use-address.ts'
import { PastTheEnd } from '../../../shared/table-states.tsx'
import { DataTable } from '../../../ui/data-table.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Pager } from '../../../ui/pager.tsx'
import { PayoutDialogs } from './payout-dialogs.tsx'
import { type Asked, useColumns, stateWords } from './withdrawal-columns.tsx'
import { WithdrawalDialog } from './withdrawal-dialog.tsx'

export { OperatorCrash as ErrorBoundary } from '../../../shared/operator/operator-crash.tsx'

export const meta = operatorMeta('Withdrawals')

export type Withdrawal = CallOutput<'GET /operator/withdrawals'>['withdrawals'][number]

const perPage = 50
const states = Object.keys(stateWords) as Withdrawal['state'][] // Object.keys forgets the names.

/** What users want paid out: those that wait for a person first. */
export default function WithdrawalsScreen() {
  const { read, page, hrefOf } = useAddress()
  const [asked, setAsked] = useState<Asked | null>(null)
  const state = states.find((each) => each === read('state'))
  const columns = useColumns(setAsked)
  const reading = useOperatorQuery(
    'GET /operator/withdrawals',
    { query: { page, state } },
    { refetchMs: deskMs, keep: true },
  )
  return (
    <Loaded query={reading} what="the list of withdrawals">
      {({ withdrawals, total, pages }) => (
        <OperatorPage
          title="Withdrawals"
          kicker={`${total === 1 ? '1 withdrawal' : `${total} withdrawals`}, those that wait for a person first`}
        >
          <Filters label="Withdrawals">
            <FilterChoice
              name="state"
              label="State"
              every="Every state"
              options={states.map((each) => ({ value: each, label: stateWords[each].words }))}
            />
          </Filters>
          <DataTable
            title="Withdrawals"
            bareTitle
            dense
            pageSize={8}
            rows={withdrawals}
            keyOf={({ id }) => id}
            columns={columns}
            empty={
              page > 1 ? (
                <PastTheEnd home={hrefOf(1)} />
              ) : (
                <EmptyState title={state ? 'No withdrawal matches' : 'Nobody withdraws anything'} />
              )
            }
            footer={
              pages > 1 ? (
                <Pager
                  label="Withdrawals"
                  page={page}
                  pages={pages}
                  perPage={perPage}
                  hrefOf={hrefOf}
                />
              ) : null
            }
          />
          <WithdrawalDialog asked={asked} onClose={() => setAsked(null)} />
          <PayoutDialogs asked={asked} onClose={() => setAsked(null)} />
        </OperatorPage>
      )}
    </Loaded>
  )
}
