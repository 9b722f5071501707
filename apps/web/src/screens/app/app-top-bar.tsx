import { Link } from 'react-router'
import { useSelf } from '../../api/users.ts'
import { BurgerButton } from '../../shell/page/burger-button.tsx'
import { ProductLockup } from '../../shell/page/product-lockup.tsx'
import styles from './app-top-bar.module.css'
import { NotificationMenus } from './notification-menus.tsx'
import { SelfLink } from './self-link.tsx'

type AppTopBarProps = { menuOpen: boolean; onMenu: () => void }

export function AppTopBar({ menuOpen, onMenu }: AppTopBarProps) {
  const { data: self } = useSelf()
  return (
    <header className={styles.bar}>
      <BurgerButton
        open={menuOpen}
        className={styles.burger}
        aria-haspopup="dialog"
        onClick={onMenu}
      />
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

/** What the server sends for every page under /app: it does not know the visitor. */
export function EmptyTopBar() {
  return (
    <header className={styles.bar} aria-busy="true">
      <div className={styles.home}>
        <ProductLockup />
      </div>
    </header>
  )
}
