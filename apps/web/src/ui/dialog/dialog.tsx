import { type ComponentType, type ReactNode, useState } from 'react'
import styles from './dialog.module.css'
import type { DialogProps } from './dialog-frame.tsx'
import { late, type LateOptions } from './late.tsx'

const frame = late(async () => (await import('./dialog-frame.tsx')).DialogFrame)

/** Opens a dialog: its file and that of every dialog come at once, not one after the other. */
export function lateDialog<P extends object>(
  load: () => Promise<ComponentType<P>>,
  options?: LateOptions,
) {
  return late(async () => (await Promise.all([load(), frame.fetchIt()]))[0], options)
}

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
