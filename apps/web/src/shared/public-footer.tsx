import { ColorSchemeSwitch } from '../ui/color-scheme-switch.tsx'
import { ProductLockup } from './product-lockup.tsx'
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

export function PublicFooter() {
  return (
    <footer className={styles.footer}>
      <div className={styles.inside}>
        <ProductLockup onWater />
        <ul className={styles.items}>
          {items.map((item) => (
            <li key={item}>{item}</li>
          ))}
        </ul>
        <ColorSchemeSwitch />
      </div>
    </footer>
  )
}
