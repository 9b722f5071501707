import { useEffect, useState } from 'react'
import { useRevalidator } from 'react-router'

const everyMs = 2000
const triesMax = 20

/** Loads the page again while a fresh reading is on its way. False once it is there, or late. */
export function useFreshReading(isAsked: boolean): boolean {
  const { revalidate, state } = useRevalidator()
  const [tries, setTries] = useState(0)
  const isWaiting = isAsked && tries < triesMax
  if (!isAsked && tries > 0) setTries(0)
  useEffect(() => {
    if (!isWaiting || state !== 'idle') return undefined
    const timer = setTimeout(() => {
      setTries((before) => before + 1)
      void revalidate()
    }, everyMs)
    return () => clearTimeout(timer)
  }, [isWaiting, state, revalidate])
  return isWaiting
}
