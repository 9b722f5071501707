import { NotOpenScreen } from '../../../shared/not-open-screen.tsx'
import { pageTitle } from '../../../shared/page-title.ts'

export { ScreenCrash as ErrorBoundary } from '../../../shared/screen-crash.tsx'

export const meta = pageTitle('Domain Listings')

export default function ListingsScreen() {
  return (
    <NotOpenScreen
      title="Domain Listings"

      will="The domains that owners want to borrow against will stand here, with the terms they ask for."
    />
  )
}
