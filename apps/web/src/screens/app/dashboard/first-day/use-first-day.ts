import { useEffect, useState } from 'react'
import { useDomainChoices } from '../../../../api/domains.ts'
import { type Self, useFirstSteps } from '../../../../api/users.ts'
import { listSteps, type Side, sides } from './steps.ts'

const sideKey = 'first-side'
const overKey = (userId: string) => `first-steps ${userId}`

export type FirstDay = ReturnType<typeof useFirstDay>

/**
 * The checklist of somebody without a loan: shown until all its steps are done or it is hidden. Both
 * are kept on this device, so that later visits do not ask for it.
 */
export function useFirstDay(self: Self | undefined, now: string) {
  const [side, setSide] = useState(readSide)
  const [hiddenFor, setHiddenFor] = useState<string | null>(null)
  const isOver =
    self !== undefined && (hiddenFor === self.id || localStorage.getItem(overKey(self.id)) !== null)
  const enabled = self !== undefined && !isOver
  const { data, error } = useFirstSteps({ enabled })
  const domains = useDomainChoices('all')

  const known = { side, domains: domains.data?.domains ?? [], now }
  const steps = self && data && listSteps({ self, steps: data, ...known })
  const isPast = data?.has_loan || steps?.every(({ isDone }) => isDone)
  const userId = self?.id
  useEffect(() => {
    if (userId && isPast) localStorage.setItem(overKey(userId), 'over')
  }, [userId, isPast])

  return {
    /** Whether it is not known yet if there is a checklist. */
    isWaiting: !self || (enabled && !data && !error),
    steps: isOver || isPast ? undefined : steps,
    side,
    choose: (chosen: Side) => {
      localStorage.setItem(sideKey, chosen)
      setSide(chosen)
    },
    hide: () => {
      if (!userId) return
      localStorage.setItem(overKey(userId), 'hidden')
      setHiddenFor(userId)
    },
  }
}

function readSide(): Side {
  const kept = localStorage.getItem(sideKey)
  return sides.find(({ side }) => side === kept)?.side ?? 'borrow'
}
