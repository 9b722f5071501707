import { Button, type ButtonProps } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import styles from './unavailable-button.module.css'

type UnavailableButtonProps = Pick<ButtonProps, 'size' | 'h' | 'fullWidth'> & {
  /** Why not, or from when: "from 2 Nov 2026". */
  reason: ReactNode
  children: ReactNode
}

/** A closed action stays visible and focusable, and says why. It does nothing. */
export function UnavailableButton({ reason, children, ...button }: UnavailableButtonProps) {
  const id = useId()
  return (
    <span className={styles.unavailable} data-full={button.fullWidth || undefined}>
      <Button {...button} vars={greyed} aria-disabled="true" aria-describedby={id}>
        {children}
      </Button>
      <span id={id} className={styles.reason}>
        {reason}
      </span>
    </span>
  )
}

const greyed = () => ({
  root: {
    '--button-bg': 'var(--sunken)',
    '--button-hover': 'var(--sunken)',
    '--button-color': 'var(--ink-3)',
    '--button-bd': '1px solid transparent',
  },
})
