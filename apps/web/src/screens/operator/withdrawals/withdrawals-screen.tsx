import { useState } from 'react'
import { deskMs, useOperatorQuery } from '../../../api/operator.ts'
import { FilterChoice, Filters } from '../../../operator/page/filters.tsx'
import { operatorMeta } from '../../../operator/page/operator-meta.ts'
import { Loaded, OperatorPage } from '../../../operator/page/operator-page.tsx'
import { useAddress } from '../../../operator/page/use-address.ts'
import { PastTheEnd } from '../../../shell/failures/table-states.tsx'
import { DataTable } from '../../../ui/table/data-table.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { Pager } from '../../../ui/table/pager.tsx'
import { PayoutDialogs } from './payout-dialogs.tsx'
import { type Asked, stateText, useColumns, type Withdrawal } from './withdrawal-columns.tsx'
import { WithdrawalDialog } from './withdrawal-dialog.tsx'

export { OperatorCrash as ErrorBoundary } from '../../../operator/page/operator-crash.tsx'

export const meta = operatorMeta('Withdrawals')

const perPage = 50
const states = Object.keys(stateText) as Withdrawal['state'][] // Object.keys returns string[].

/** The withdrawals of users; those that wait for an operator come first. */
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
          kicker={`${total === 1 ? '1 withdrawal' : `${total} withdrawals`}, those needing action first`}
        >
          <Filters label="Withdrawals">
            <FilterChoice
              name="state"
              label="State"
              every="All states"
              options={states.map((each) => ({ value: each, label: stateText[each].words }))}
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
                <EmptyState title={state ? 'No matching withdrawals' : 'No withdrawals'} />
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
