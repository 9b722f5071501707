import { centsOf, formatMoney } from '@pier/protocol/money'
import { deskMs, useOperatorQuery } from '../../../api/operator.ts'
import { accountOptions } from '../../../operator/text/account-text.ts'
import { CheckList } from '../../../operator/approvals/check-list.tsx'
import { LoadFailed } from '../../../shell/failures/load-failed.tsx'
import { FigureList } from '../../../ui/display/figure-list.tsx'
import { SkeletonBar } from '../../../ui/feedback/skeleton-bar.tsx'
import styles from './ledger.module.css'

const money = (amount: number) => formatMoney(centsOf(amount))

/** The balance of every account, and the two sums that have to match. */
export function AccountsPanel() {
  const { data, error, refetch } = useOperatorQuery('GET /operator/ledger/accounts', undefined, {
    refetchMs: deskMs,
  })
  return (
    <>
      <h2>Accounts</h2>
      {!data && Boolean(error) && (
        <LoadFailed what="The accounts" error={error} onRetry={() => void refetch()} />
      )}
      {!data && !error && <SkeletonBar width="100%" height={280} />}
      {data && (
        <>
          <FigureList
            figures={accountOptions.map(({ value, label }) => ({
              label,
              value: money(data.accounts.find(({ account }) => account === value)?.balance ?? 0),
            }))}
          />
          <CheckList
            checks={[
              {
                words: 'Trial balance',
                is_met: data.sum === 0,
                note: data.sum === 0 ? null : `Trial balance is off by ${money(data.sum)}`,
              },
              {
                words: 'Reserved amounts match reservations',
                is_met: data.open_holds === heldOf(data),
                note: data.open_holds === heldOf(data) ? null : `Holds: ${money(data.open_holds)}`,
              },
            ]}
          />
          <p className={styles.note}>Money held by a provider for us is shown as negative.</p>
        </>
      )}
    </>
  )
}

const heldOf = ({ accounts }: { accounts: { account: string; balance: number }[] }) =>
  accounts.find(({ account }) => account === 'held')?.balance ?? 0
