import pg from 'pg'
import type { Outages } from './outage.ts'

const retryMs = 500
/** After so long without a word the other side is asked whether it is still there. */
const keepAliveInitialDelayMillis = 10_000

export type DirectSession = { url: string; role: string | undefined; outages: Outages }

/**
 * A connection of one's own, for what belongs to a session: LISTEN and advisory locks. When it is
 * lost, another is opened and `onOpen` runs again, until `stop`.
 */
export function keepSession(
  { url, role, outages }: DirectSession,
  onOpen: (client: pg.Client) => Promise<void>,
) {
  let current: pg.Client | undefined
  let isStopped = false
  let retry: NodeJS.Timeout | undefined

  /** A failed connection is reported twice, but must be retried only once. */
  const retryLater = () => {
    if (isStopped || retry || current) return
    retry = setTimeout(() => {
      retry = undefined
      connect()
    }, retryMs)
  }
  const open = async () => {
    const options = role ? { options: `-c role=${role}` } : {}
    const alive = { keepAlive: true, keepAliveInitialDelayMillis }
    const client = new pg.Client({ connectionString: url, ...alive, ...options })
    client.on('error', (error) => outages.failed(error, 'direct session'))
    client.on('end', () => {
      if (current === client) current = undefined
      retryLater()
    })
    await client.connect()
    current = client
    await onOpen(client)
  }
  const connect = () => {
    open().catch((error: unknown) => {
      outages.failed(error, 'direct session')
      if (current) void current.end() // Its `end` opens the next.
      else retryLater()
    })
  }
  connect()
  return {
    async stop() {
      isStopped = true
      clearTimeout(retry)
      await current?.end()
    },
  }
}
