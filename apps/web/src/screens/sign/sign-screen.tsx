import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { Link, useParams } from 'react-router'
import { openQueryClient } from '../../api/client/query-client.ts'
import { useLive } from '../../api/live/use-live.ts'
import { requireTokens } from '../../session/guard.ts'
import { followLogout } from '../../api/logout.ts'
import { PageBanner } from '../../shell/page/page-banner.tsx'
import { pageTitle } from '../../shell/page/page-title.ts'
import { ProductLockup } from '../../shell/page/product-lockup.tsx'
import { mainId, SkipLink } from '../../shell/page/skip-link.tsx'
import { StepUpProvider } from '../../shell/action/step-up-provider.tsx'
import { SignPanel } from './sign-panel.tsx'
import styles from './sign-screen.module.css'

export { ScreenCrash as ErrorBoundary } from '../../shell/failures/screen-crash.tsx'

export const clientMiddleware = [requireTokens]

/** As in the app: the server does not know the visitor, and renders nothing of it. */
export const clientLoader = () => null
clientLoader.hydrate = true as const

export const meta = pageTitle('Sign agreement')

export function HydrateFallback() {
  return (
    <header className={styles.bar} aria-busy="true">
      <ProductLockup />
    </header>
  )
}

/** Opened in a tab of its own from the loan. It has no menu: there is one thing to do here. */
export default function SignScreen() {
  const { token = '' } = useParams()
  const [queries] = useState(openQueryClient)
  useEffect(followLogout, [])
  return (
    <QueryClientProvider client={queries}>
      <Live>
        <StepUpProvider>
          <SkipLink />
          <header className={styles.bar}>
            <Link to="/app" className={styles.home}>
              <ProductLockup />
            </Link>
          </header>
          <main id={mainId} tabIndex={-1} className={styles.main}>
            <PageBanner />
            <SignPanel key={token} token={token} />
          </main>
        </StepUpProvider>
      </Live>
    </QueryClientProvider>
  )
}

/** The other side may cancel while this one reads. */
function Live({ children }: { children: ReactNode }) {
  useLive()
  return children
}
