import { hourMs } from '@pier/protocol/time'
import { useEffect, useRef, useState } from 'react'
import { VisuallyHidden } from '../../ui/display/visually-hidden.tsx'

const steps = [
  { fromMs: 0, news: 'The deadline has passed' },
  { fromMs: hourMs, news: '1 hour left' },
  { fromMs: 24 * hourMs, news: '24 hours left' },
]

/** Screen readers hear only three moments of a countdown, each announced as it passes. */
export function DeadlineNews({ by, now }: { by: string; now: string }) {
  const leftMs = Date.parse(by) - Date.parse(now)
  const step = steps.findIndex(({ fromMs }) => leftMs <= fromMs)
  const seen = useRef({ by, step })
  const [news, setNews] = useState('')

  useEffect(() => {
    if (seen.current.by === by && seen.current.step !== step) setNews(steps[step]?.news ?? '')
    seen.current = { by, step }
  }, [by, step])

  return (
    <VisuallyHidden>
      <output>{news}</output>
    </VisuallyHidden>
  )
}
