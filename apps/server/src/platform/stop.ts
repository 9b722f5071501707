import { setImmediate as nextRound } from 'node:timers/promises'
import type { Log } from './log.ts'

const patienceMs = 25_000

/** Ends the process in order on SIGTERM or SIGINT, and by force if that takes too long. */
export function stopOnSignal(log: Log, stop: () => Promise<void>): void {
  let isStopping = false
  const onSignal = (signal: string) => {
    if (isStopping) return
    isStopping = true
    log.info({ signal }, 'stopping')
    setTimeout(() => process.exit(1), patienceMs).unref()
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ err: error }, 'did not stop in order')
        process.exit(1)
      },
    )
  }
  process.on('SIGTERM', onSignal)
  process.on('SIGINT', onSignal)
}

const calmMs = 1
const roundsMax = 1000

/**
 * Until whoever waits at the door is inside. The kernel takes connections for a process that is busy, and
 * resets those that it has not handed over when the door closes: whoever had sent something that may not be
 * sent twice would get no answer. After a round of the event loop that took no time there are none, and the
 * door has to be closed in the same round.
 */
export async function letIn(): Promise<void> {
  await nextRound() // From one round's end to the next one's, the door is looked at.
  for (let rounds = 0; rounds < roundsMax; rounds++) {
    const beganAt = performance.now()
    await nextRound()
    if (performance.now() - beganAt < calmMs) return
  }
}
