import { QueryClientProvider } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { Outlet } from 'react-router'
import { useDutyQuery } from '../../api/operator.ts'
import { openQueryClient } from '../../api/client/query-client.ts'
import { DutyContext } from '../../operator/page/duty-context.tsx'
import { operatorMeta } from '../../operator/page/operator-meta.ts'
import { PageBanner } from '../../shell/page/page-banner.tsx'
import { mainId, SkipLink } from '../../shell/page/skip-link.tsx'
import { RowsFailed } from '../../shell/failures/table-states.tsx'
import { useOpenHere } from '../../shell/page/use-open-here.ts'
import { EmptyOperatorBar, OperatorBar } from './operator-bar.tsx'
import { OperatorDrawer } from './operator-drawer.tsx'
import styles from './operator-shell.module.css'
import { OperatorSidebar } from './operator-sidebar.tsx'

export { OperatorCrash as ErrorBoundary } from '../../operator/page/operator-crash.tsx'

export const meta = operatorMeta('Operations')

/** Loads nothing; it only keeps the server from rendering what only the browser knows. */
export const clientLoader = () => null
clientLoader.hydrate = true as const

export function HydrateFallback() {
  return <EmptyOperatorBar />
}

/** The console: for operators instead of users, with a session of its own. */
export default function OperatorShell() {
  const [queries] = useState(openQueryClient)
  return (
    <QueryClientProvider client={queries}>
      <Console />
    </QueryClientProvider>
  )
}

function Console() {
  const { data: duty, error, dataUpdatedAt, refetch } = useDutyQuery()
  const menu = useOpenHere()
  const onDuty = useMemo(
    () => duty && { duty, aheadMs: Date.parse(duty.now) - dataUpdatedAt },
    [duty, dataUpdatedAt],
  )
  if (!onDuty) {
    return (
      <>
        <EmptyOperatorBar />
        {error && (
          <main id={mainId}>
            <RowsFailed
              title="The console could not be loaded"
              error={error}
              onRetry={() => void refetch()}
            />
          </main>
        )}
      </>
    )
  }
  return (
    <DutyContext value={onDuty}>
      <SkipLink />
      <OperatorBar menuOpen={menu.isOpen} onMenu={() => menu.setOpen(true)} />
      <div className={styles.shell}>
        <div className={styles.sidebar}>
          <OperatorSidebar />
        </div>
        <main id={mainId} tabIndex={-1} className={styles.main}>
          <div className={styles.banner}>
            <PageBanner />
          </div>
          <Outlet />
        </main>
      </div>
      <OperatorDrawer
        opened={menu.isOpen}
        returnFocus={!menu.isLeft}
        onClose={() => menu.setOpen(false)}
      />
    </DutyContext>
  )
}
