import { Button } from '@mantine/core'
import { IconClock, IconInfoCircle } from '@tabler/icons-react'
import { Notice } from '../../ui/feedback/notice.tsx'
import styles from './quote-page.module.css'
import type { Quote } from './quote-view.ts'

type RegistryStateProps = { quote: Quote; onAgain: () => void }

/** How the look at the registry stands, where there is something to say about it. */
export function RegistryState({ quote, onAgain }: RegistryStateProps) {
  const { state, like } = quote
  const text = texts[state]
  const canRetry = state === 'no_answer' || state === 'busy'
  const Icon = state === 'asking' ? IconClock : IconInfoCircle
  return (
    <div aria-live="polite" className={styles.live}>
      {text && (
        <Notice
          icon={<Icon size={18} aria-hidden="true" />}
          action={
            canRetry && (
              <Button variant="default" size="xs" onClick={onAgain}>
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
