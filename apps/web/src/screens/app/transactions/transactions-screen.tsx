import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { Link, Navigate, useNavigate, useParams } from 'react-router'
import { type Transaction, useTransactions } from '../../../api/transactions.ts'
import { pageTitle } from '../../../shell/page/page-title.ts'
import { CancelDialog } from './cancel-dialog.tsx'
import { ExportMenu } from './export-menu.tsx'
import { readPage } from '../../../shell/address/page-number.ts'
import { SummaryCard } from './summary-card.tsx'
import { TransactionTable } from './transaction-table.tsx'
import styles from './transactions-screen.module.css'
import { WithdrawDialog } from './withdraw-dialog.tsx'

export { ScreenCrash as ErrorBoundary } from '../../../shell/failures/screen-crash.tsx'

export const meta = pageTitle('Transactions')

const home = '/app/transactions'

export default function TransactionsScreen() {
  const page = readPage(useParams().page)
  return page === null ? <Navigate to={home} replace /> : <Transactions page={page} />
}

function Transactions({ page }: { page: number }) {
  const list = useTransactions(page)
  const navigate = useNavigate()
  const [withdrawing, setWithdrawing] = useState(false)
  const [cancelling, setCancelling] = useState<Transaction | null>(null)
  return (
    <div className={styles.screen}>
      <div className={styles.head}>
        <div>
          <h1>Transactions</h1>
          <p className={styles.about}>
            Registry fees, top-ups and withdrawals. Loan payments go directly between borrower and
            lender and are not listed here.
          </p>
        </div>
        <div className={styles.actions}>
          <ExportMenu />
          <Button
            component={Link}
            to="/app/add-balance"
            leftSection={<IconPlus size={18} aria-hidden="true" />}
          >
            Add Balance
          </Button>
        </div>
      </div>
      <SummaryCard
        list={list.data}
        readAt={list.dataUpdatedAt}
        onWithdraw={() => setWithdrawing(true)}
      />
      <TransactionTable page={page} home={home} query={list} onCancel={setCancelling} />
      <WithdrawDialog
        opened={withdrawing}
        onClose={() => setWithdrawing(false)}
        onDone={() => {
          setWithdrawing(false)
          void navigate(home) // Its line is the newest, on the first page.
        }}
      />
      <CancelDialog withdrawal={cancelling} onClose={() => setCancelling(null)} />
    </div>
  )
}
