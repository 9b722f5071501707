import styles from './reference.module.css'

/** The id by which support finds a failure. It can be selected and copied. */
export function Reference({ id }: { id: string | undefined }) {
  if (!id) return null
  return (
    <span className={styles.reference}>
      Reference <code>{id}</code>
    </span>
  )
}
