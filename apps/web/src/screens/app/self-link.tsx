import { Link } from 'react-router'
import type { Self } from '../../api/users.ts'
import { Avatar } from '../../ui/display/avatar.tsx'
import styles from './self-link.module.css'

/** The logged-in user, with a link to the settings. */
export const SelfLink = ({ self }: { self: Self }) => (
  <Link to="/app/settings" title="Settings" className={styles.self}>
    <Avatar name={self.name} picture={self.pfp} size={32} />
    <span className={styles.name}>{self.name}</span>
  </Link>
)
