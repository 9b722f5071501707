import { VisuallyHidden } from '../../ui/display/visually-hidden.tsx'
import { TimeText } from '../../text/time-text.tsx'
import styles from './change-list.module.css'
import type { Change } from './setting-changes.ts'

/** The old value, an arrow, and the new value. */
export const ChangeList = ({ changes }: { changes: readonly Change[] }) =>
  changes.length === 0 ? (
    <p className={styles.none}>Nothing is changed.</p>
  ) : (
    <dl className={styles.changes}>
      {changes.map(({ what, before, after }) => (
        <div key={what}>
          <dt>{what}</dt>
          <dd>
            {before === null ? (
              <span className={styles.before}>New: </span>
            ) : (
              <>
                <span className={styles.before}>{before}</span>{' '}
                <span aria-hidden="true" className={styles.arrow}>
                  →
                </span>
                <VisuallyHidden>becomes</VisuallyHidden>{' '}
              </>
            )}
            <span className={styles.after}>{after ?? 'Removed'}</span>
          </dd>
        </div>
      ))}
    </dl>
  )

export type Version = {
  key: string
  title: string
  at: string
  /** Null where it came with the product. */
  by: string | null
  confirmedBy: string | null
  reason: string | null
  changes: readonly Change[]
}

/** Every version of something, newest first: what it changed, who, when and why. */
export const VersionList = ({ versions }: { versions: readonly Version[] }) => (
  <ol className={styles.versions}>
    {versions.map(({ key, title, at, by, confirmedBy, reason, changes }) => (
      <li key={key}>
        <div className={styles.head}>
          <strong>{title}</strong>
          <span>
            <TimeText at={at} withTime />
            {by ? `, ${by}` : ', product default'}
            {confirmedBy && `, approved by ${confirmedBy}`}
          </span>
        </div>
        <ChangeList changes={changes} />
        {reason && <p className={styles.why}>{reason}</p>}
      </li>
    ))}
  </ol>
)
