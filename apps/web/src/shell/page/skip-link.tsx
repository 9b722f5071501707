import styles from './skip-link.module.css'

export const mainId = 'main'

export function SkipLink() {
  return (
    <a href={`#${mainId}`} className={styles.skip}>
      Skip to the content
    </a>
  )
}
