import { NotOpenScreen } from '../../../shared/not-open-screen.tsx'
import { pageTitle } from '../../../shared/page-title.ts'

export { ScreenCrash as ErrorBoundary } from '../../../shared/screen-crash.tsx'

export const meta = pageTitle('My Loans, lending')

export default function LendScreen() {
  return (
    <NotOpenScreen
      title="My Loans"
      about="Lending."
      will="The loans you give will stand here, and the offers you have made."
    />
  )
}
