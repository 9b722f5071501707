import { NotOpenScreen } from '../../../shared/not-open-screen.tsx'
import { pageTitle } from '../../../shared/page-title.ts'

export { ScreenCrash as ErrorBoundary } from '../../../shared/screen-crash.tsx'

export const meta = pageTitle('Add Balance')

export default function AddBalanceScreen() {
  return (
    <NotOpenScreen
      title="Add Balance"
      about="The balance pays registry fees for transferring and renewing a domain. Renewal applies after 1 year on the platform. Premium domains cost more than the base price."
      will="Two ways to pay will stand here, by card and by cryptocurrency."
    />
  )
}
