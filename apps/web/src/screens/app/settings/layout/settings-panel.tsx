import type { ReactNode } from 'react'
import styles from './settings-panel.module.css'

type SettingsPanelProps = { id: string; title: string; hint?: string; children: ReactNode }

export function SettingsPanel({ id, title, hint, children }: SettingsPanelProps) {
  return (
    <section id={id} aria-labelledby={`${id}-title`} tabIndex={-1} className={styles.panel}>
      <div>
        <h2 id={`${id}-title`}>{title}</h2>
        {hint && <p className={styles.hint}>{hint}</p>}
      </div>
      <div className={styles.content}>{children}</div>
    </section>
  )
}

/** The description on the left, the actions on the right. */
export function SettingsRow({ children, actions }: { children: ReactNode; actions?: ReactNode }) {
  return (
    <div className={styles.row}>
      <div className={styles.rowText}>{children}</div>
      {actions && <div className={styles.actions}>{actions}</div>}
    </div>
  )
}

/** A state as a word with an icon: never by colour alone. */
export function SettingsTag({ good, children }: { good: boolean; children: ReactNode }) {
  return (
    <span className={styles.tag} data-good={good || undefined}>
      {children}
    </span>
  )
}
