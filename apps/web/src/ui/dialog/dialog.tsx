import { type ReactNode, useState } from 'react'
import styles from './dialog.module.css'
import type { DialogProps } from './dialog-frame.tsx'
import { frame } from './late-dialog.ts'

/** Nothing of it is loaded with the page; the first sign of somebody there fetches it. */
export function Dialog(props: DialogProps): ReactNode {
  const [wasOpened, setWasOpened] = useState(props.opened)
  if (props.opened && !wasOpened) setWasOpened(true)
  frame.useSigns()
  return wasOpened && <frame.Part {...props} />
}

/** The button to close on the left, the action on the right. */
export function DialogFooter({ children }: { children: ReactNode }) {
  return <div className={styles.footer}>{children}</div>
}

export function DialogBody({ children }: { children: ReactNode }) {
  return <div className={styles.inside}>{children}</div>
}
