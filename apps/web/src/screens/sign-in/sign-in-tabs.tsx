import { Link } from 'react-router'
import styles from './sign-in.module.css'

const tabs = [
  { to: '/login', label: 'Login' },
  { to: '/register', label: 'Register' },
]

/** The current tab is the heading of the page. */
export function SignInTabs({ current }: { current: '/login' | '/register' }) {
  return (
    <div className={styles.tabs}>
      {tabs.map(({ to, label }) =>
        to === current ? (
          <h1 key={to}>
            <Link to={to} aria-current="page">
              {label}
            </Link>
          </h1>
        ) : (
          <Link key={to} to={to}>
            {label}
          </Link>
        ),
      )}
    </div>
  )
}
