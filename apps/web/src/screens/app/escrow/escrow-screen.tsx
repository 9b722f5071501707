import { NotOpenScreen } from '../../../shared/not-open-screen.tsx'
import { pageTitle } from '../../../shared/page-title.ts'

export { ScreenCrash as ErrorBoundary } from '../../../shared/screen-crash.tsx'

export const meta = pageTitle('Loan')

export default function EscrowScreen() {
  return (
    <NotOpenScreen
      title="Loan"
      will="The agreement to sign, the terms and the messages of this loan will stand here."
    />
  )
}
