import { brand } from '@pier/protocol/brand'
import { Link } from 'react-router'
import { ColorSchemeSwitch } from '../../ui/theme/color-scheme-switch.tsx'
import { Mark } from '../../ui/display/mark.tsx'
import styles from './public-footer.module.css'

const items = [
  'Contact Us',
  'FAQ',
  'TOS',
  'Law Enforcement',
  'PGP',
  'Manifesto',
  'Source Code',
  'Registrar',
]

const links = [
  { to: '/numbers', label: 'Numbers' },
  { to: '/status', label: 'Status' },
  { to: '/report', label: 'Report theft or abuse' },
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
            {items.map((item) => (
              <li key={item}>{item}</li>
            ))}
          </ul>
          <div className={styles.last}>
            {links.map(({ to, label }) => (
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
