import { IconMenu2 } from '@tabler/icons-react'
import { Link } from 'react-router'
import { useSelf } from '../../api/users.ts'
import { ProductLockup } from '../../shared/product-lockup.tsx'
import styles from './app-top-bar.module.css'
import { NotificationMenus } from './notification-menus.tsx'
import { SelfLink } from './self-link.tsx'

type AppTopBarProps = { menuOpen: boolean; onMenu: () => void }

export function AppTopBar({ menuOpen, onMenu }: AppTopBarProps) {
  const { data: self } = useSelf()
  return (
    <header className={styles.bar}>
      <button
        type="button"
        className={styles.burger}
        aria-label="Menu"
        aria-haspopup="dialog"
        aria-expanded={menuOpen}
        onClick={onMenu}
      >
        <IconMenu2 size={24} aria-hidden="true" />
      </button>
      <Link to="/app" className={styles.home}>
        <ProductLockup />
      </Link>
      <div className={styles.end}>
        <NotificationMenus />
        {self && (
          <div className={styles.self}>
            <SelfLink self={self} />
          </div>
        )}
      </div>
    </header>
  )
}

/** What the server sends for every page under /app: it does not know who asks. */
export function EmptyTopBar() {
  return (
    <header className={styles.bar} aria-busy="true">
      <div className={styles.home}>
        <ProductLockup />
      </div>
    </header>
  )
}
