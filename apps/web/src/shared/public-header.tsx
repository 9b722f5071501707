import { IconMenu2, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { Link, NavLink, useLocation } from 'react-router'
import { ProductLockup } from './product-lockup.tsx'
import { PublicHead } from './public-head.tsx'
import styles from './public-header.module.css'

const links = [
  { to: '/domains', label: 'Domains' },
  { to: '/login', label: 'Login' },
  { to: '/register', label: 'Register' },
]

export function PublicHeader({ narrow = false }: { narrow?: boolean }) {
  const { pathname } = useLocation()
  const [openAt, setOpenAt] = useState<string | null>(null)
  const open = openAt === pathname // Going anywhere closes it.
  const Icon = open ? IconX : IconMenu2

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
        aria-expanded={open}
        aria-controls="public-nav"
        onClick={() => setOpenAt(open ? null : pathname)}
      >
        <Icon size={24} aria-hidden="true" />
      </button>
      <nav id="public-nav" aria-label="Main" className={styles.nav} data-open={open || undefined}>
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
