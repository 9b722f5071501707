import { QueryClientProvider } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Outlet, useLocation } from 'react-router'
import { useAnnouncement } from '../../api/announcement.ts'
import { openQueryClient } from '../../api/client/query-client.ts'
import { useLive } from '../../api/live/use-live.ts'
import { TermsRequest } from '../../users/terms-request.tsx'
import { requireTokens } from '../../session/guard.ts'
import { followLogout } from '../../api/logout.ts'
import { Announcement } from '../../shell/page/announcement.tsx'
import { PageBanner } from '../../shell/page/page-banner.tsx'
import { mainId, SkipLink } from '../../shell/page/skip-link.tsx'
import { StepUpProvider } from '../../shell/action/step-up-provider.tsx'
import { useOpenHere } from '../../shell/page/use-open-here.ts'
import { AppDrawer } from './app-drawer.tsx'
import styles from './app-shell.module.css'
import { AppSidebar } from './app-sidebar.tsx'
import { AppSkeleton } from './app-skeleton.tsx'
import { AppTopBar } from './app-top-bar.tsx'
import { TurnLogo } from './turn-logo.tsx'
import { useCollapsed } from './use-collapsed.ts'
import { useKeptFocus } from './use-kept-focus.ts'

export const clientMiddleware = [requireTokens]

/** Loads nothing; it only keeps the server from rendering what only the browser knows. */
export const clientLoader = () => null
clientLoader.hydrate = true as const

export function HydrateFallback() {
  return <AppSkeleton />
}

export default function AppShell() {
  const [queries] = useState(openQueryClient)
  const [collapsed, toggleCollapsed] = useCollapsed()
  const drawer = useOpenHere()
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
        <AppDrawer
          opened={drawer.isOpen}
          returnFocus={!drawer.isLeft}
          onClose={() => drawer.setOpen(false)}
        />
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
