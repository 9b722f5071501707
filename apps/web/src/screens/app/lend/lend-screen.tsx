import { Button } from '@mantine/core'
import { IconListSearch } from '@tabler/icons-react'
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
import type { OfferQuestion } from '../../../offers/offer-actions.tsx'
import { OfferDialogs } from '../../../offers/offer-dialogs.tsx'
import { pageTitle } from '../../../shell/page/page-title.ts'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import styles from './lend-screen.module.css'
import { SentOffers } from './sent-offers.tsx'

export { ScreenCrash as ErrorBoundary } from '../../../shell/failures/screen-crash.tsx'

export const meta = pageTitle('My Loans, lending')

const home = '/app/lend'

export default function LendScreen() {
  const pages = readLoanPages(useParams())
  return pages ? <Lend pages={pages} /> : <Navigate to={home} replace />
}

function Lend({ pages }: { pages: LoanPages }) {
  const loans = useLoans('lender', pages.loans)
  const [question, setQuestion] = useState<OfferQuestion | null>(null)
  const hrefOf = (turned: Partial<LoanPages>) => hrefOfPages(home, { ...pages, ...turned })
  return (
    <div className={styles.screen}>
      <LoanHead what="Lending" query={loans}>
        <Button
          component={Link}
          to="/app/listings"
          leftSection={<IconListSearch size={18} aria-hidden="true" />}
        >
          Browse Listings
        </Button>
      </LoanHead>
      <LoanTable
        title="Originating loans"
        party="lender"
        page={pages.loans}
        hrefOf={(page) => hrefOf({ loans: page })}
        query={loans}
        empty={
          <EmptyState
            title="No loans yet"
            hint="Loans appear here once a borrower accepts your offer."
          />
        }
      />
      <div id={offersId} tabIndex={-1} className={styles.target}>
        <SentOffers
          page={pages.offers}
          hrefOf={(page) => `${hrefOf({ offers: page })}#${offersId}`}
          onAsk={setQuestion}
        />
      </div>
      <OfferDialogs question={question} onClose={() => setQuestion(null)} />
    </div>
  )
}
