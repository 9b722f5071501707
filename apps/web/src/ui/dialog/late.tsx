import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import { LateFailed } from './late-failed.tsx'

/** What anybody does before they open anything. */
const signs = ['pointermove', 'pointerdown', 'keydown'] as const

const allParts: (() => Promise<void>)[] = []

/** For tests, which look at a dialog as soon as it is opened. */
export const fetchLateParts = () => Promise.all(allParts.map((prepare) => prepare()))

type LateOptions = {
  /** What stands in its place until it has come. */
  meanwhile?: ReactNode
  /** Nobody misses it. */
  isQuiet?: boolean
}

/**
 * A part that most visits never open, in a file of its own. Until it has come there is nothing in its
 * place, or what is given for `meanwhile`. If it does not come, the page stays as it is and says so.
 * `whenNear` fetches it when somebody is about to ask for it: a hover, a touch and the focus come
 * before the press. `useSigns` fetches it at the first sign of somebody there.
 */
export function late<P extends object>(
  load: () => Promise<ComponentType<P>>,
  { meanwhile = null, isQuiet = false }: LateOptions = {},
) {
  let Inside: ComponentType<P> | undefined
  const fetchIt = async () => {
    Inside ??= await load()
  }
  const prepare = () => void fetchIt().catch(() => undefined) // Asked again at the press.
  allParts.push(fetchIt)

  function Part(props: P): ReactNode {
    const [stage, setStage] = useState<'coming' | 'closed' | 'there'>(Inside ? 'closed' : 'coming')
    const [hasFailed, setFailed] = useState(false)
    useEffect(() => {
      if (stage === 'coming')
        fetchIt().then(
          () => setStage('closed'),
          () => setFailed(true),
        )
      if (stage === 'closed') setStage('there')
    }, [stage])
    if (hasFailed) return isQuiet ? null : <LateFailed isInPlace={meanwhile !== null} />
    if (!Inside || stage === 'coming') return meanwhile
    // What opens notes where the focus was, and fades in, only if it was closed before.
    const closed = stage === 'closed' && 'opened' in props ? { opened: false } : {}
    return <Inside {...props} {...closed} />
  }
  function useSigns() {
    useEffect(() => {
      for (const sign of signs) window.addEventListener(sign, prepare, { once: true })
      return () => {
        for (const sign of signs) window.removeEventListener(sign, prepare)
      }
    }, [])
  }
  return {
    Part,
    useSigns,
    prepare,
    isThere: () => Inside !== undefined,
    whenNear: { onPointerEnter: prepare, onFocus: prepare },
  }
}
