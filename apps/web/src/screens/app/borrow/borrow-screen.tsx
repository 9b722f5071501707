import { NotOpenScreen } from '../../../shared/not-open-screen.tsx'
import { pageTitle } from '../../../shared/page-title.ts'

export { ScreenCrash as ErrorBoundary } from '../../../shared/screen-crash.tsx'

export const meta = pageTitle('My Loans, borrowing')

export default function BorrowScreen() {
  return (
    <NotOpenScreen
      title="My Loans"
      about="Borrowing."
      will="The loans you take will stand here, and the offers lenders make on your domains."
    />
  )
}
