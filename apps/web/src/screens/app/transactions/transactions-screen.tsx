import { NotOpenScreen } from '../../../shared/not-open-screen.tsx'
import { pageTitle } from '../../../shared/page-title.ts'

export { ScreenCrash as ErrorBoundary } from '../../../shared/screen-crash.tsx'

export const meta = pageTitle('Transactions')

export default function TransactionsScreen() {
  return (
    <NotOpenScreen
      title="Transactions"
      about="Registry fees and top-ups. Loan payments are never here, they go straight between the parties."
      will="Every line of your balance will stand here."
    />
  )
}
