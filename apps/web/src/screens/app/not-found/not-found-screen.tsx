import { NotFoundWords } from '../../../shared/not-found-words.tsx'
import { pageTitle } from '../../../shared/page-title.ts'

export { ScreenCrash as ErrorBoundary } from '../../../shared/screen-crash.tsx'

export const meta = pageTitle("It's over")

export default function AppNotFoundScreen() {
  return <NotFoundWords start="/app" />
}
