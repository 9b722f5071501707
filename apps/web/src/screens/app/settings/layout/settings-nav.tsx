import { useLocation } from 'react-router'
import styles from './settings-screen.module.css'
import { useScrollSpy } from './use-scroll-spy.ts'

const sections = [
  { id: 'profile', label: 'Profile' },
  { id: 'password', label: 'Password' },
  { id: 'two-step-login', label: 'Two-step login' },
  { id: 'lending-contract', label: 'Lending contract' },
  { id: 'legal-address', label: 'Legal address' },
  { id: 'payment-details', label: 'Payment details' },
  { id: 'sessions', label: 'Sessions' },
  { id: 'notifications', label: 'Notifications' },
  { id: 'appearance', label: 'Appearance' },
  { id: 'your-data', label: 'Your data' },
]
const ids = sections.map(({ id }) => id)

export function SettingsNav() {
  const { hash } = useLocation()
  const current = useScrollSpy(ids, hash)
  return (
    <nav aria-label="Settings" className={styles.nav}>
      {sections.map(({ id, label }) => (
        <a key={id} href={`#${id}`} aria-current={current === id ? 'location' : undefined}>
          {label}
        </a>
      ))}
    </nav>
  )
}
