import { Link, NavLink } from 'react-router'
import { BurgerButton } from '../page/burger-button.tsx'
import { ProductLockup } from '../page/product-lockup.tsx'
import { PublicHead } from './public-head.tsx'
import styles from './public-header.module.css'
import { useOpenHere } from '../page/use-open-here.ts'

const links = [
  { to: '/domains', label: 'Domains' },
  { to: '/numbers', label: 'Numbers' },
  { to: '/help', label: 'Help' },
  { to: '/login', label: 'Login' },
  { to: '/register', label: 'Register' },
  { to: '/contact', label: 'Contact Us' },
]

export function PublicHeader({ narrow = false }: { narrow?: boolean }) {
  const { isOpen, setOpen } = useOpenHere()

  return (
    <header className={styles.header} data-narrow={narrow || undefined}>
      <PublicHead />
      <Link to="/" className={styles.home}>
        <ProductLockup />
      </Link>
      <BurgerButton
        open={isOpen}
        crossed={isOpen}
        className={styles.burger}
        aria-controls="public-nav"
        onClick={() => setOpen(!isOpen)}
      />
      <nav id="public-nav" aria-label="Main" className={styles.nav} data-open={isOpen || undefined}>
        {links.map(({ to, label }) => (
          <NavLink key={to} to={to}>
            {label}
          </NavLink>
        ))}
      </nav>
    </header>
  )
}
