/**
 * One after the other, first come first served. The number waiting, the number per person and the
 * wait are limited; whoever exceeds them is told to come back, rather than held.
 */
import { AppError } from '../app-error.ts'

/** Whose work it is. `signal` says that nobody waits for it any more. */
export type Asker = { id: string; signal: AbortSignal }
type Bounds = { waitingMax: number; perAskerMax: number; waitMs: number }

export function createTurns({ waitingMax, perAskerMax, waitMs }: Bounds) {
  const present = new Map<string, number>()
  const waiting: (() => void)[] = []
  let isBusy = false

  /** The turn is passed on directly, so that a newcomer cannot slip in. */
  function handOver() {
    const next = waiting.shift()
    if (next) next()
    else isBusy = false
  }

  async function waitForTurn(signal: AbortSignal): Promise<void> {
    if (!isBusy) {
      isBusy = true
      return
    }
    if (waiting.length >= waitingMax) throw new AppError('pictures_waiting')
    await new Promise<void>((resolve, reject) => {
      const settle = (done: () => void) => {
        clearTimeout(timer)
        signal.removeEventListener('abort', onGone)
        const place = waiting.indexOf(onTurn)
        if (place >= 0) waiting.splice(place, 1)
        done()
      }
      const onTurn = () => settle(resolve)
      const onGone = () => settle(() => reject(new AppError('unavailable')))
      const timer = setTimeout(() => settle(() => reject(new AppError('pictures_waiting'))), waitMs)
      signal.addEventListener('abort', onGone)
      waiting.push(onTurn)
    })
  }

  return async function inTurn<T>({ id, signal }: Asker, work: () => Promise<T>): Promise<T> {
    const own = present.get(id) ?? 0
    if (own >= perAskerMax) throw new AppError('pictures_waiting')
    present.set(id, own + 1)
    try {
      await waitForTurn(signal)
      try {
        if (signal.aborted) throw new AppError('unavailable')
        return await work()
      } finally {
        handOver()
      }
    } finally {
      const left = (present.get(id) ?? 1) - 1
      if (left > 0) present.set(id, left)
      else present.delete(id)
    }
  }
}
