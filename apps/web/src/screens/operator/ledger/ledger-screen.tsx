import { Button } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'
import { deskMs, useOperatorQuery } from '../../../api/operator.ts'
import { accountOptions, type LedgerAccount } from '../../../operator/text/account-text.ts'
import { useMay } from '../../../operator/page/duty-context.tsx'
import { FilterChoice, Filters, FilterText } from '../../../operator/page/filters.tsx'
import { operatorMeta } from '../../../operator/page/operator-meta.ts'
import { Loaded, OperatorPage } from '../../../operator/page/operator-page.tsx'
import { useAddress } from '../../../operator/page/use-address.ts'
import { AccountsPanel } from './accounts-panel.tsx'
import { AdjustDialog } from './adjust-dialog.tsx'
import { EntriesTable, type Entry } from './entries-table.tsx'

export { OperatorCrash as ErrorBoundary } from '../../../operator/page/operator-crash.tsx'

export const meta = operatorMeta('Ledger')

/** Every entry of the ledger with its postings, and the balances of all accounts. */
export default function LedgerScreen() {
  const { read } = useAddress()
  const [adjusting, setAdjusting] = useState<{ user?: Entry['user'] } | null>(null)
  const mayAdjust = useMay('POST /operator/adjustments')
  const query = {
    user: read('user'),
    account: read('account') as LedgerAccount | undefined, // The server refuses any other.
    reference: read('reference'),
    before: read('before'),
  }
  const reading = useOperatorQuery(
    'GET /operator/ledger',
    { query },
    { refetchMs: deskMs, keep: true },
  )
  const isFiltered = Object.values(query).some(Boolean)
  return (
    <Loaded query={reading} what="the ledger">
      {({ entries, next }) => (
        <OperatorPage
          title="Ledger"
          kicker="Entries are never changed. Mistakes are corrected with a new entry."
          aside={
            mayAdjust && (
              <Button variant="default" onClick={() => setAdjusting({})}>
                Propose an adjustment
              </Button>
            )
          }
          panel={<AccountsPanel />}
          panelLabel="Accounts"
        >
          <Filters label="Entries of the ledger">
            <FilterChoice
              name="account"
              label="Account"
              every="Every account"
              options={accountOptions}
            />
            <FilterText name="reference" label="Reference begins with" />
            {isFiltered && (
              <Button component={Link} to="?" variant="subtle">
                Clear filters
              </Button>
            )}
          </Filters>
          <EntriesTable
            entries={entries}
            next={next}
            isFiltered={isFiltered}
            onAdjust={mayAdjust ? (user) => setAdjusting({ user }) : null}
          />
          <AdjustDialog asked={adjusting} onClose={() => setAdjusting(null)} />
        </OperatorPage>
      )}
    </Loaded>
  )
}
