import { IconMenu2 } from '@tabler/icons-react'
import { Link } from 'react-router'
import { useSelf } from '../../api/users.ts'
import { ProductLockup } from '../../shared/product-lockup.tsx'
import { Avatar } from '../../ui/avatar.tsx'
import styles from './app-top-bar.module.css'

export function AppTopBar({ onMenu }: { onMenu: () => void }) {
  const { data: self } = useSelf()
  return (
    <header className={styles.bar}>
      <button type="button" className={styles.burger} aria-label="Menu" onClick={onMenu}>
        <IconMenu2 size={24} aria-hidden="true" />
      </button>
      <Link to="/app" className={styles.home}>
        <ProductLockup />
      </Link>
      <div className={styles.end}>
        {self && (
          <Link to="/app/settings" title="Settings" className={styles.self}>
            <Avatar name={self.name} picture={self.pfp} size={32} />
            <span className={styles.name}>{self.name}</span>
          </Link>
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
