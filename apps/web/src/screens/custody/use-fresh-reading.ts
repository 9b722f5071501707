import { useEffect, useState } from 'react'
import { useRevalidator } from 'react-router'

const everyMs = 2000
const triesMax = 20

/** Loads the page again while a fresh reading is on its way; `again` after it was late. */
export function useFreshReading(isAsked: boolean) {
  const { revalidate, state } = useRevalidator()
  const [tries, setTries] = useState(0)
  const isWaiting = isAsked && tries < triesMax
  if (!isAsked && tries > 0) setTries(0)
  useEffect(() => {
    if (!isWaiting || state !== 'idle') return undefined
    const timer = setTimeout(() => {
      setTries(tries + 1)
      void revalidate()
    }, everyMs)
    return () => clearTimeout(timer)
  }, [isWaiting, tries, state, revalidate])
  return { isWaiting, isLate: isAsked && !isWaiting, again: () => setTries(0) }
}
