import { IconAlertCircle, IconCircleCheck, IconX } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import styles from './banner.module.css'

type BannerProps = {
  kind: 'error' | 'success'
  message: string
  clearMs: number
  onClear: () => void
}

/** Closes by itself, but its timer pauses while it is hovered or has focus. */
export function Banner({ kind, message, clearMs, onClear }: BannerProps) {
  const [hovered, setHovered] = useState(false)
  const [focused, setFocused] = useState(false)
  const held = hovered || focused
  const leftMs = useRef(clearMs)
  const Icon = kind === 'error' ? IconAlertCircle : IconCircleCheck

  useEffect(() => {
    if (held) return undefined
    const startedAt = performance.now()
    const timer = setTimeout(onClear, leftMs.current)
    return () => {
      clearTimeout(timer)
      leftMs.current -= performance.now() - startedAt
    }
  }, [held, onClear])

  return (
    <div
      role={kind === 'error' ? 'alert' : 'status'}
      className={styles.banner}
      data-kind={kind}
      onMouseEnter={() => setHovered(true)}
      onMouseLeave={() => setHovered(false)}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
    >
      <Icon size={20} aria-hidden="true" />
      <p>{message}</p>
      <button type="button" aria-label="Dismiss" onClick={onClear}>
        <IconX size={18} aria-hidden="true" />
      </button>
    </div>
  )
}
