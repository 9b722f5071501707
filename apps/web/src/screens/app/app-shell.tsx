import { QueryClientProvider } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Outlet, useLocation } from 'react-router'
import { beginFirstCall } from '../../api/client/first-call.ts'
import { useAnnouncement } from '../../api/announcement.ts'
import { openQueryClient } from '../../api/client/query-client.ts'
import { useLive } from '../../api/live/use-live.ts'
import { TermsRequest } from '../../users/terms-request.tsx'
import { requireTokens } from '../../session/guard.ts'
import { followLogout } from '../../api/logout.ts'
import { Announcement } from '../../shell/page/announcement.tsx'
import { PageBanner } from '../../shell/page/page-banner.tsx'
import { late } from '../../ui/dialog/late.tsx'
import { mainId, SkipLink } from '../../shell/page/skip-link.tsx'
import { StepUpProvider } from '../../shell/action/step-up-provider.tsx'
import { useOpenHere } from '../../shell/page/use-open-here.ts'
import styles from './app-shell.module.css'
import { AppSidebar } from './app-sidebar.tsx'
import { AppSkeleton } from './app-skeleton.tsx'
import { AppTopBar } from './app-top-bar.tsx'
import { TurnLogo } from './turn-logo.tsx'
import { useCollapsed } from './use-collapsed.ts'
import { useKeptFocus } from './use-kept-focus.ts'

export { PublicCrash as ErrorBoundary } from '../../shell/public/public-crash.tsx'

const appDrawer = late(async () => (await import('./app-drawer.tsx')).AppDrawer)

export const clientMiddleware = [requireTokens]

/** Begins the call for all that the page shows first. The server knows nobody, so it loads nothing. */
export function clientLoader({ request }: { request: Request }) {
  beginFirstCall(new URL(request.url).pathname)
  return null
}
/** Where the reader is already in the app, a page asks for what it needs itself. */
export const shouldRevalidate = () => false
clientLoader.hydrate = true as const

export function HydrateFallback() {
  return <AppSkeleton />
}

export default function AppShell() {
  const [queries] = useState(openQueryClient)
  const [collapsed, toggleCollapsed] = useCollapsed()
  const drawer = useOpenHere()
  const [wasOpened, setWasOpened] = useState(false)
  if (drawer.isOpen && !wasOpened) setWasOpened(true)
  appDrawer.useSigns()
  const { pathname } = useLocation()
  useEffect(followLogout, [])
  useKeptFocus()

  return (
    <QueryClientProvider client={queries}>
      <Live />
      <StepUpProvider>
        <SkipLink />
        <AppTopBar menuOpen={drawer.isOpen} onMenu={() => drawer.setOpen(true)} />
        <div className={styles.shell} data-collapsed={collapsed || undefined}>
          <div className={styles.sidebar}>
            <AppSidebar collapsed={collapsed} onCollapse={toggleCollapsed} />
          </div>
          <main id={mainId} tabIndex={-1} className={styles.main}>
            <div className={styles.banner}>
              <PageBanner />
            </div>
            <Announced />
            <div className={styles.request}>
              <TermsRequest />
            </div>
            <Outlet />
          </main>
        </div>
        {wasOpened && (
          <appDrawer.Part
            opened={drawer.isOpen}
            returnFocus={!drawer.isLeft}
            onClose={() => drawer.setOpen(false)}
          />
        )}
        <TurnLogo key={pathname} />
      </StepUpProvider>
    </QueryClientProvider>
  )
}

function Announced() {
  const { data } = useAnnouncement()
  return <Announcement text={data?.text ?? null} inApp />
}

function Live() {
  useLive()
  return null
}
