import { Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import styles from './dialog.module.css'

export type DialogProps = {
  title: string
  opened: boolean
  onClose: () => void
  /** False where leaving must be a decision: no cross, and Escape does nothing. */
  closable?: boolean
  /** Above any other dialog, whichever opened first. */
  onTop?: boolean
  size?: number
  children: ReactNode
}

const zIndexOnTop = 250 // Mantine's dialogs have 200, its popovers 300.

export function DialogFrame(props: DialogProps) {
  const { title, closable = true, onTop = false, size = 480, children, ...modal } = props
  return (
    <Modal.Root
      {...modal}
      {...(onTop && { zIndex: zIndexOnTop })}
      centered
      size={size}
      radius={8}
      closeOnEscape={closable}
      closeOnClickOutside={closable}
      transitionProps={{ transition: 'fade-up', duration: 140, exitDuration: 100 }}
    >
      <Modal.Overlay />
      {/* While it fades out it is still there, and a second click would act again. */}
      <Modal.Content inert={!modal.opened}>
        {/* Not Modal.Header: its <header> would be a second banner of the page. */}
        <div className={styles.header}>
          <Modal.Title>{title}</Modal.Title>
          {closable && <Modal.CloseButton aria-label="Close" iconSize={20} />}
        </div>
        <Modal.Body>{children}</Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}
