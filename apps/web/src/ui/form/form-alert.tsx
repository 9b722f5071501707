import { IconAlertCircle } from '@tabler/icons-react'
import styles from '../feedback/notice.module.css'

/** The server's refusal, inside the form. */
export function FormAlert({ message }: { message: string | null }) {
  if (!message) return null
  return (
    <div role="alert" className={styles.notice} data-kind="bad">
      <IconAlertCircle size={18} aria-hidden="true" />
      <p>{message}</p>
    </div>
  )
}
