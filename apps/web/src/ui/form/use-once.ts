import { useCallback, useEffect, useRef, useState } from 'react'

/**
 * Runs one thing at a time: a second click during the first only shows busy again. Busy clears by
 * itself after `clearMs`, so that a slow answer never locks the screen.
 */
export function useOnce(clearMs: number) {
  const running = useRef(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [busy, setBusy] = useState(false)
  useEffect(() => () => clearTimeout(timer.current), [])

  const run = useCallback(
    async (work: () => Promise<void>) => {
      clearTimeout(timer.current)
      setBusy(true)
      timer.current = setTimeout(() => setBusy(false), clearMs)
      if (running.current) return

      running.current = true
      try {
        await work()
      } finally {
        running.current = false
        clearTimeout(timer.current)
        setBusy(false)
      }
    },
    [clearMs],
  )
  return { busy, run }
}
