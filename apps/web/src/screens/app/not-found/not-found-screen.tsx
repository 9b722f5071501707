import { NotFoundText } from '../../../shell/failures/not-found-text.tsx'
import { pageTitle } from '../../../shell/page/page-title.ts'

export { ScreenCrash as ErrorBoundary } from '../../../shell/failures/screen-crash.tsx'

export const meta = pageTitle("It's over")

export default function AppNotFoundScreen() {
  return <NotFoundText start="/app" />
}
