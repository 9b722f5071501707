import { Button, type ButtonProps } from '@mantine/core'
import type { ComponentPropsWithoutRef, MouseEvent } from 'react'
import styles from './button.module.css'
import { Mark } from '../display/mark.tsx'

type BusyButtonProps = ButtonProps &
  Omit<ComponentPropsWithoutRef<'button'>, keyof ButtonProps> & { busy: boolean }

/**
 * Keeps its width and focus while busy, and shows the turning mark instead of its label. A double
 * click counts as one, even if the first is answered before the second.
 */
export function BusyButton({ busy, children, onClick, ...button }: BusyButtonProps) {
  const onDark = (button.variant ?? 'filled') === 'filled'
  const press = (event: MouseEvent<HTMLButtonElement>) =>
    event.detail > 1 ? event.preventDefault() : onClick?.(event)
  return (
    <Button {...button} onClick={press} aria-busy={busy} aria-disabled={busy || undefined}>
      <span className={busy ? styles.busy : undefined}>{children}</span>
      {busy && (
        <span className={styles.mark}>
          <Mark size={28} turning onWater={onDark} />
        </span>
      )}
    </Button>
  )
}
