import { IconAlertTriangleFilled, IconCircleCheckFilled } from '@tabler/icons-react'
import { VisuallyHidden } from '../../ui/display/visually-hidden.tsx'
import styles from './check-list.module.css'

type Check = { words: string; is_met: boolean; note: string | null }

/** The conditions of a decision, each marked as met or not. */
export const CheckList = ({ checks }: { checks: readonly Check[] }) => (
  <ul className={styles.checks}>
    {checks.map(({ words, is_met, note }) => (
      <li key={words} data-met={is_met || undefined}>
        {is_met ? (
          <IconCircleCheckFilled size={18} aria-hidden="true" />
        ) : (
          <IconAlertTriangleFilled size={18} aria-hidden="true" />
        )}
        <span>
          {!is_met && <VisuallyHidden>Not met: </VisuallyHidden>}
          {words}
          {note && <small>{note}</small>}
        </span>
      </li>
    ))}
  </ul>
)
