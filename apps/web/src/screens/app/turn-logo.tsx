import { useIsFetching } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { usePage } from '../../shell/page/page-context.tsx'

const quarterTurnMs = 900

/**
 * Plays the loading animation on each navigation: a quarter turn at least, and on while the screen
 * loads. The flag clears by itself after two seconds.
 */
export function TurnLogo() {
  const { setLoading } = usePage()
  const isFetching = useIsFetching() > 0
  const [hasTurned, setHasTurned] = useState(false)
  const [isDone, setIsDone] = useState(false)

  useEffect(() => {
    setLoading(true)
    const timer = setTimeout(() => setHasTurned(true), quarterTurnMs)
    return () => clearTimeout(timer)
  }, [setLoading])

  const canRest = hasTurned && !isFetching
  if (canRest && !isDone) setIsDone(true)
  useEffect(() => {
    if (isDone) setLoading(false)
  }, [isDone, setLoading])
  return null
}
