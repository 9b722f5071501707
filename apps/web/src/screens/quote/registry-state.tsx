import { Button } from '@mantine/core'
import { IconClock, IconInfoCircle } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useRevalidator } from 'react-router'
import { Notice } from '../../ui/feedback/notice.tsx'
import styles from './quote-page.module.css'
import type { Quote } from './quote-view.ts'

const againMs = 1500
const looksMax = 10

/** How the look at the registry stands, where there is something to say about it. */
export function RegistryState({ quote }: { quote: Quote }) {
  const { state, like } = quote
  const { looks, again } = useLooks(state)
  const isSlow = state === 'asking' && looks >= looksMax
  const text = isSlow ? texts.no_answer : texts[state]
  const canRetry = isSlow || state === 'no_answer' || state === 'busy'
  const Icon = state === 'asking' ? IconClock : IconInfoCircle
  return (
    <div aria-live="polite" className={styles.live}>
      {text && (
        <Notice
          icon={<Icon size={18} aria-hidden="true" />}
          action={
            canRetry && (
              <Button variant="default" size="xs" onClick={again}>
                Look again
              </Button>
            )
          }
        >
          {text.replace('{suffix}', like.suffix)}
        </Notice>
      )}
    </div>
  )
}

const texts: Record<Quote['state'], string | null> = {
  known: null,
  asking: 'We are asking the registry. Age and expiry appear here in a moment.',
  unregistered: null,
  unsupported: null,
  no_source:
    'The registry of .{suffix} has no public lookup. Its prices stand, age and expiry are not known.',
  no_answer: 'The registry has not answered. Its prices stand; age and expiry are missing for now.',
  busy: 'Many people ask for quotes right now, so the registry was not asked. Try again in a minute.',
}

/** Looks again while the registry is being asked, and says how often it has. */
function useLooks(state: Quote['state']) {
  const { revalidate } = useRevalidator()
  const [looks, setLooks] = useState(0)
  useEffect(() => {
    if (state !== 'asking' || looks >= looksMax) return undefined
    const timer = setTimeout(() => {
      setLooks(looks + 1)
      void revalidate()
    }, againMs)
    return () => clearTimeout(timer)
  }, [state, looks, revalidate])
  const again = () => {
    setLooks(0)
    void revalidate()
  }
  return { looks, again }
}
