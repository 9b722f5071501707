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
