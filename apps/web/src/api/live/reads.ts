import { livePositionHeader } from '@pier/protocol/live-position'

const patienceMs = 3000

/**
 * Knows where the stream of events has to begin, so that nothing is lost between what a tab has
 * read and its stream. Each answer tells how far the events were before it was read; the stream
 * begins at the earliest, once no answer is under way.
 */
export function watchReads() {
  let underWay = 0
  let earliest: number | undefined
  /** Where the open stream began. */
  let start: number | undefined
  let isOpen = false
  let tellMissed = () => {}
  const changed = new Set<() => void>()

  return {
    /** Called when a request is sent. Returns what to call with the answer, or without one. */
    begin() {
      const isBeforeStream = !isOpen
      underWay++
      return (answer?: Headers) => {
        underWay--
        const position = answer?.get(livePositionHeader)
        if (position && isBeforeStream) {
          earliest = Math.min(earliest ?? Infinity, Number(position))
          if (start !== undefined && earliest < start) tellMissed() // Slower than our patience.
        }
        for (const look of changed) look()
      }
    },
    /** Where the first stream begins, or undefined if nothing was read within a few seconds. */
    async findStart(signal: AbortSignal, onMissed: () => void): Promise<string | undefined> {
      const isKnown = () => underWay === 0 && earliest !== undefined
      if (!isKnown()) await once(isKnown, changed, signal)
      if (signal.aborted) return undefined
      isOpen = true
      start = earliest
      tellMissed = onMissed
      return start === undefined ? undefined : String(start)
    },
    /**
     * The stream was closed: what is read from now on belongs to the next one. One that was closed
     * before it had begun, as React does in development, leaves its reads to the next.
     */
    close({ hadBegun }: { hadBegun: boolean }) {
      isOpen = false
      start = undefined
      if (hadBegun) earliest = undefined
    },
  }
}

function once(isSo: () => boolean, changed: Set<() => void>, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      changed.delete(look)
      resolve()
    }
    const look = () => {
      if (isSo()) end()
    }
    const timer = setTimeout(end, patienceMs)
    signal.addEventListener('abort', end, { once: true })
    changed.add(look)
  })
}

/** The reads of this tab. */
export const reads = watchReads()
