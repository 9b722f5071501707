import { useLocation } from 'react-router'
import { SkeletonBar } from '../../ui/feedback/skeleton-bar.tsx'
import { linkGroups } from './app-links.ts'
import styles from './app-shell.module.css'
import { EmptyTopBar } from './app-top-bar.tsx'
import { DashboardSkeleton } from './dashboard/dashboard-skeleton.tsx'

/** What the server sends for every page under /app: the frame, and boxes where the rest will be. */
export function AppSkeleton() {
  const { pathname } = useLocation()
  return (
    <>
      <EmptyTopBar />
      <div className={styles.shell} data-waiting>
        <div className={styles.sidebar} aria-hidden="true">
          {linkGroups.map(({ label, links }) => (
            <div key={label} className={styles.group}>
              {links.map(({ to }) => (
                <SkeletonBar key={to} width="100%" height={20} />
              ))}
            </div>
          ))}
        </div>
        <main aria-busy="true" className={styles.main}>
          {/^\/app\/?$/.test(pathname) ? <DashboardSkeleton /> : <PageSkeleton />}
        </main>
      </div>
    </>
  )
}

const PageSkeleton = () => (
  <div className={styles.page}>
    <SkeletonBar width={260} height={40} />
    <SkeletonBar width="60%" height={16} />
    <SkeletonBar width="100%" height={320} />
  </div>
)
