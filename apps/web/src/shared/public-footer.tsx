import { brand } from '@pier/protocol/brand'
import { ColorSchemeSwitch } from '../ui/color-scheme-switch.tsx'
import { Mark } from '../ui/mark.tsx'
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
          <ColorSchemeSwitch />
        </div>
      </div>
    </footer>
  )
}
