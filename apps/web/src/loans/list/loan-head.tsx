import { centsOf, formatMoney } from '@pier/protocol/money'
import { IconDownload } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { download } from '../../api/client/client.ts'
import type { LoanList, useLoans } from '../../api/loans/loans.ts'
import { BusyButton } from '../../ui/button/busy-button.tsx'
import { saveFile } from '../../ui/file/save-file.ts'
import { SkeletonBar } from '../../ui/feedback/skeleton-bar.tsx'
import { useAction } from '../../shell/action/use-action.ts'
import styles from './loan-head.module.css'

type LoanHeadProps = {
  what: 'Borrowing' | 'Lending'
  query: ReturnType<typeof useLoans>
  /** The button of the screen: Get Loan or Browse Listings. */
  children: ReactNode
}

export const LoanHead = ({ what, query, children }: LoanHeadProps) => (
  <div className={styles.head}>
    <div>
      <h1>My Loans</h1>
      <p className={styles.about} aria-busy={query.isPending}>
        {query.data && describe(what, query.data)}
        {query.isPending && <SkeletonBar width={280} height={16} />}
        {query.isError && !query.data && `${what}.`}
      </p>
    </div>
    <div className={styles.actions}>
      <ExportButton file="GET /escrow/export" label="Loans CSV" />
      <ExportButton file="GET /offers/export" label="Offers CSV" />
      {children}
    </div>
  </div>
)

function describe(what: string, { outstanding, moves }: LoanList): string {
  const waiting = moves === 1 ? ', 1 needs your action' : `, ${moves} need your action`
  const money = formatMoney(centsOf(outstanding))
  return `${what}. ${money} principal outstanding${moves > 0 ? waiting : ''}.`
}

type ExportButtonProps = { file: 'GET /escrow/export' | 'GET /offers/export'; label: string }

function ExportButton({ file, label }: ExportButtonProps) {
  const exporting = useAction(() => download(file, {}), {
    what: 'Export',
    onDone: ({ name, content }) => saveFile(name, content),
  })
  return (
    <BusyButton
      variant="subtle"
      leftSection={<IconDownload size={18} aria-hidden="true" />}
      busy={exporting.busy}
      onClick={() => void exporting.act()}
    >
      {label}
    </BusyButton>
  )
}
