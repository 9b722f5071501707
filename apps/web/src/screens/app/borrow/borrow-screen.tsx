import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { Link, Navigate, useParams } from 'react-router'
import { useLoans } from '../../../api/loans/loans.ts'
import { LoanHead } from '../../../loans/list/loan-head.tsx'
import {
  hrefOfPages,
  type LoanPages,
  offersId,
  readLoanPages,
} from '../../../loans/list/loan-pages.ts'
import { LoanTable } from '../../../loans/list/loan-table.tsx'
import { groupByDomain } from '../../../loans/next-action/moves.ts'
import type { OfferQuestion } from '../../../offers/offer-actions.tsx'
import { OfferDialogs } from '../../../offers/offer-dialogs.tsx'
import { pageTitle } from '../../../shell/page/page-title.ts'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import styles from './borrow-screen.module.css'
import { ComparePanel } from './compare-panel.tsx'
import { compareId, ReceivedOffers } from './received-offers.tsx'
import { useCompared } from './use-compared.ts'

export { ScreenCrash as ErrorBoundary } from '../../../shell/failures/screen-crash.tsx'

export const meta = pageTitle('My Loans, borrowing')

const home = '/app/borrow'

export default function BorrowScreen() {
  const pages = readLoanPages(useParams())
  return pages ? <Borrow pages={pages} /> : <Navigate to={home} replace />
}

function Borrow({ pages }: { pages: LoanPages }) {
  const loans = useLoans('borrower', pages.loans)
  const compared = useCompared()
  const [question, setQuestion] = useState<OfferQuestion | null>(null)
  const hrefOf = (turned: Partial<LoanPages>) =>
    hrefOfPages(home, { ...pages, ...turned }) + compared.search
  const now = new Date(compared.readAt).toISOString()
  return (
    <div className={styles.screen}>
      <LoanHead what="Borrowing" query={loans}>
        <Button
          component={Link}
          to="/app/my-domains/list"
          leftSection={<IconPlus size={18} aria-hidden="true" />}
        >
          Get Loan
        </Button>
      </LoanHead>
      <LoanTable
        title="Loans"
        party="borrower"
        page={pages.loans}
        hrefOf={(page) => hrefOf({ loans: page })}
        query={loans}
        empty={<NoLoans />}
      />
      <div id={offersId} tabIndex={-1} className={`${styles.target} ${styles.offers}`}>
        <ReceivedOffers
          page={pages.offers}
          hrefOf={(page) => `${hrefOf({ offers: page })}#${offersId}`}
          compared={compared}
          onAsk={setQuestion}
        />
      </div>
      {compared.offers.length > 0 && (
        <div id={compareId} tabIndex={-1} className={styles.target}>
          {groupByDomain(compared.offers).map((offers) => (
            <ComparePanel
              key={offers[0]?.domain_id}
              offers={offers}
              now={now}
              onAsk={setQuestion}
            />
          ))}
        </div>
      )}
      <OfferDialogs question={question} onClose={() => setQuestion(null)} />
    </div>
  )
}

const NoLoans = () => (
  <EmptyState
    title="No loans yet"
    hint="List one of your domains, and lenders answer with offers."
    action={
      <Button component={Link} to="/app/my-domains/list" variant="default">
        Get Loan
      </Button>
    }
  />
)
