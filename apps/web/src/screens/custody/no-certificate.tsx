import { CodeForm } from './code-form.tsx'
import styles from './custody.module.css'

/** For unknown and for withdrawn codes alike. */
export function NoCertificate() {
  return (
    <div className={styles.page}>
      <div className={styles.words}>
        <h1>No certificate</h1>
        <p>
          No public certificate has this code. Its owner may have withdrawn it, the name may have
          left, or a letter may be wrong.
        </p>
        <p>Compare the code with the print, and ask whoever gave it to you.</p>
        <CodeForm />
      </div>
    </div>
  )
}
