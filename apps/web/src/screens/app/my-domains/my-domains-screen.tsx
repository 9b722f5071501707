import { NotOpenScreen } from '../../../shared/not-open-screen.tsx'
import { pageTitle } from '../../../shared/page-title.ts'

export { ScreenCrash as ErrorBoundary } from '../../../shared/screen-crash.tsx'

export const meta = pageTitle('My Domains')

export default function MyDomainsScreen() {
  return (
    <NotOpenScreen
      title="My Domains"

      will="Your domains will stand here: to add one, prove that it is yours, bring it into custody and ask for a loan."
    />
  )
}
