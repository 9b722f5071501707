import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import { LateFailed } from './late-failed.tsx'
import styles from './late.module.css'

/** What anybody does before they open anything. */
const signs = ['pointermove', 'pointerdown', 'keydown'] as const

const sayMs = 400

const allParts: (() => Promise<void>)[] = []

/** For tests, which look at a dialog as soon as it is opened. */
export const fetchLateParts = () => Promise.all(allParts.map((prepare) => prepare()))

export type LateOptions = {
  /** What stands in its place until it has come. */
  meanwhile?: ReactNode
  /** Nobody misses it. */
  isQuiet?: boolean
  /** It opens by itself, so nobody waits for it: each time only when this is over. */
  opensWhen?: () => Promise<void>
}

type Stage = 'coming' | 'closed' | 'there'

/** If it does not come: what was asked for with it has to end. */
type Lost = { onLost?: () => void }

/**
 * A part that most visits never open, in a file of its own. Until it has come there is nothing in its
 * place, or what is given for `meanwhile`; whoever waits for a dialog is soon told that it opens. If
 * it does not come, the page stays as it is and says so.
 * `whenNear` fetches it when somebody is about to ask for it: a hover, a touch and the focus come
 * before the press. `useSigns` fetches it at the first sign of somebody there.
 */
export function late<P extends object>(
  load: () => Promise<ComponentType<P>>,
  { meanwhile = null, isQuiet = false, opensWhen }: LateOptions = {},
) {
  let Inside: ComponentType<P> | undefined
  const fetchIt = async () => {
    Inside ??= await load()
  }
  const prepare = () => void fetchIt().catch(() => undefined) // Asked again at the press.
  allParts.push(fetchIt)

  function Part(props: P & Lost): ReactNode {
    const [stage, setStage] = useState<Stage>(Inside && !opensWhen ? 'closed' : 'coming')
    const [hasFailed, setFailed] = useState(false)
    useEffect(() => {
      if (stage === 'coming')
        fetchIt()
          .then(opensWhen)
          .then(
            () => setStage('closed'),
            () => setFailed(true),
          )
      // oxlint-disable-next-line react-hooks/set-state-in-effect -- It has to be drawn closed once.
      if (stage === 'closed') setStage('there')
    }, [stage])
    if (hasFailed && isQuiet) return null
    if (hasFailed) return <LateFailed isInPlace={meanwhile !== null} onLost={props.onLost} />
    const isAwaited = !isQuiet && !opensWhen && !('opened' in props && props.opened === false)
    if (!Inside || stage === 'coming') return meanwhile ?? (isAwaited ? <Opening /> : null)
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
    fetchIt,
    prepare,
    isThere: () => Inside !== undefined,
    whenNear: { onPointerEnter: prepare, onFocus: prepare },
  }
}

/** Most lines bring it before anybody would have read that. What is said comes after its place. */
function Opening() {
  const [isSaid, setSaid] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setSaid(true), sayMs)
    return () => clearTimeout(timer)
  }, [])
  return <output className={styles.opening}>{isSaid && 'Opening…'}</output>
}
