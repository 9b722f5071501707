import { IconMenu2, IconX } from '@tabler/icons-react'
import { Link, NavLink } from 'react-router'
import { ProductLockup } from './product-lockup.tsx'
import { PublicHead } from './public-head.tsx'
import styles from './public-header.module.css'
import { useOpenHere } from './use-open-here.ts'

const links = [
  { to: '/domains', label: 'Domains' },
  { to: '/login', label: 'Login' },
  { to: '/register', label: 'Register' },
]

export function PublicHeader({ narrow = false }: { narrow?: boolean }) {
  const { isOpen, setOpen } = useOpenHere()
  const Icon = isOpen ? IconX : IconMenu2

  return (
    <header className={styles.header} data-narrow={narrow || undefined}>
      <PublicHead />
      <Link to="/" className={styles.home}>
        <ProductLockup />
      </Link>
      <button
        type="button"
        className={styles.burger}
        aria-label="Menu"
        aria-expanded={isOpen}
        aria-controls="public-nav"
        onClick={() => setOpen(!isOpen)}
      >
        <Icon size={24} aria-hidden="true" />
      </button>
      <nav id="public-nav" aria-label="Main" className={styles.nav} data-open={isOpen || undefined}>
        {links.map(({ to, label }) => (
          <NavLink key={to} to={to}>
            {label}
          </NavLink>
        ))}
        <span>Contact Us</span>
      </nav>
    </header>
  )
}
