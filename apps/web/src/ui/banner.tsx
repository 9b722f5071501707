import { IconAlertCircle, IconCircleCheck, IconX } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import styles from './banner.module.css'

type BannerProps = {
  kind: 'error' | 'success'
  message: string
  clearMs: number
  onClear: () => void
}

/** Leaves by itself, but waits while somebody points at it or has focus in it. */
export function Banner({ kind, message, clearMs, onClear }: BannerProps) {
  const [held, setHeld] = useState(false)
  const Icon = kind === 'error' ? IconAlertCircle : IconCircleCheck

  useEffect(() => {
    if (held) return undefined
    const timer = setTimeout(onClear, clearMs)
    return () => clearTimeout(timer)
  }, [held, clearMs, onClear])

  return (
    <div
      role={kind === 'error' ? 'alert' : 'status'}
      className={styles.banner}
      data-kind={kind}
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <Icon size={20} aria-hidden="true" />
      <p>{message}</p>
      <button type="button" aria-label="Dismiss" onClick={onClear}>
        <IconX size={18} aria-hidden="true" />
      </button>
    </div>
  )
}
