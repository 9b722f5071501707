import { brand } from '@pier/protocol/brand'
import { Link } from 'react-router'
import { ColorSchemeSwitch } from '../../ui/theme/color-scheme-switch.tsx'
import { Mark } from '../../ui/display/mark.tsx'
import styles from './public-footer.module.css'

const items = [
  { to: '/contact', label: 'Contact Us' },
  { to: '/help', label: 'FAQ' },
  { to: '/terms', label: 'TOS' },
  { to: '/law-enforcement', label: 'Law Enforcement' },
  { to: '/pgp', label: 'PGP' },
  { to: '/manifesto', label: 'Manifesto' },
  { to: '/source', label: 'Source Code' },
  { to: '/registrar', label: 'Registrar' },
  { to: '/fees', label: 'Fees' },
  { to: '/numbers', label: 'Numbers' },
  { to: '/help', label: 'Help' },
  { to: '/report', label: 'Report theft or abuse' },
]

/** What the law wants within reach of every page, and what works now. */
const last = [
  { to: '/imprint', label: 'Imprint' },
  { to: '/privacy', label: 'Privacy' },
  { to: '/cookies', label: 'Cookies' },
  { to: '/status', label: 'Status' },
]

export function PublicFooter() {
  return (
    <footer className={styles.footer}>
      <div className={styles.inside}>
        <div className={styles.product}>
          <Mark size={40} onWater />
          <p>
            <b>{brand.name}</b>
            <span>{brand.parent}</span>
          </p>
        </div>
        <div className={styles.right}>
          <ul className={styles.items}>
            {items.map(({ to, label }) => (
              <li key={label}>
                <Link to={to}>{label}</Link>
              </li>
            ))}
          </ul>
          <div className={styles.last}>
            {last.map(({ to, label }) => (
              <Link key={to} to={to}>
                {label}
              </Link>
            ))}
            <ColorSchemeSwitch />
          </div>
        </div>
      </div>
    </footer>
  )
}
