import { IconMenu2, IconX } from '@tabler/icons-react'
import type { ComponentPropsWithoutRef } from 'react'
import styles from './burger-button.module.css'

type BurgerButtonProps = { open: boolean; crossed?: boolean } & ComponentPropsWithoutRef<'button'>

/** Opens the menu on a phone. The bar around it decides where it is shown. */
export function BurgerButton({ open, crossed = false, className, ...button }: BurgerButtonProps) {
  const Icon = crossed ? IconX : IconMenu2
  return (
    <button
      {...button}
      type="button"
      className={`${styles.burger} ${className}`}
      aria-label="Menu"
      aria-expanded={open}
    >
      <Icon size={24} aria-hidden="true" />
    </button>
  )
}
