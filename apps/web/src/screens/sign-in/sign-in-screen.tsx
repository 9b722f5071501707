import { Outlet, useLocation } from 'react-router'
import { SplitPage } from '../../shell/public/split-page.tsx'
import { useAskedPath } from './use-return-path.ts'

export { PublicCrash as ErrorBoundary } from '../../shell/public/public-crash.tsx'

/** The frame of both tabs. It stays mounted, and the pinwheel turns a little with the tab. */
export default function SignInScreen() {
  const { pathname } = useLocation()
  const returnPath = useAskedPath()
  return (
    <SplitPage angle={pathname === '/register' ? 22 : -14}>
      <Outlet context={returnPath} />
    </SplitPage>
  )
}
