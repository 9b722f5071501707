import { useEffect, useState } from 'react'
import { useRevalidator } from 'react-router'
import type { Quote } from './quote-view.ts'

const againMs = 1500
const looksMax = 10

/** Looks again while the registry is being asked. One that takes too long counts as no answer. */
export function useLooks(state: Quote['state']) {
  const { revalidate } = useRevalidator()
  const [looks, setLooks] = useState(0)
  const isAsking = state === 'asking' && looks < looksMax
  useEffect(() => {
    if (!isAsking) return undefined
    const timer = setTimeout(() => {
      setLooks(looks + 1)
      void revalidate()
    }, againMs)
    return () => clearTimeout(timer)
  }, [isAsking, looks, revalidate])
  const again = () => {
    setLooks(0)
    void revalidate()
  }
  return { state: state === 'asking' && !isAsking ? ('no_answer' as const) : state, again }
}
